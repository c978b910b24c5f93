/* The draw of a sealed round (croupier/record/journals/seal.py), for outcomes by the thousand million on a GPU.

   This is no second way to draw: tools/chance_evidence.py holds it equal to what tables draw with, outcome by outcome and
   bit by bit. The same source is plain C, so a test does that on any machine. Numbers have their highest byte first. */

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define KINDS 52
#define LONGEST_PREFIX 72
#define FRESH_WORDS 8

#ifdef __CUDACC__
#define INLINE static __device__ __forceinline__
#define CONSTANT static __device__ __constant__ const
#define UNROLLED _Pragma("unroll")
#define KERNEL(name, ...) extern "C" __global__ void name(__VA_ARGS__)
#define EACH(at, count)                                                                                               \
  for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < (count); at += gridDim.x * (u64)blockDim.x)
#define COUNTING                                                                                                      \
  __shared__ u32 seen[256];                                                                                           \
  for (u32 each = threadIdx.x; each < 256; each += blockDim.x) seen[each] = 0;                                        \
  __syncthreads();
#define COUNT(byte) atomicAdd(seen + (byte), 1u)
#define COUNTED(sums)                                                                                                 \
  __syncthreads();                                                                                                    \
  for (u32 each = threadIdx.x; each < 256; each += blockDim.x) atomicAdd((sums) + each, (u64)seen[each]);
#else
#define INLINE static inline
#define CONSTANT static const
#define UNROLLED
#define KERNEL(name, ...) void name(__VA_ARGS__)
#define EACH(at, count) for (u64 at = 0; at < (count); at++)
#define COUNTING u64 seen[256] = {0};
#define COUNT(byte) seen[byte]++
#define COUNTED(sums)                                                                                                 \
  for (u32 each = 0; each < 256; each++) (sums)[each] += seen[each];
#endif

/* ---- SHA-2 (FIPS 180-4): one block into a state ---- */

CONSTANT u64 K512[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538,
    0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe,
    0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2, 0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5, 0x983e5152ee66dfab,
    0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed,
    0x53380d139d95b3df, 0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8, 0x19a4c116b8d2d0c8, 0x1e376c085141ab53,
    0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373,
    0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c,
    0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6,
    0x113f9804bef90dae, 0x1b710b35131c471b, 0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};
CONSTANT u32 K256[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
CONSTANT u64 IV512[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};
CONSTANT u32 IV256[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

#define TURN64(x, by) ((x) >> (by) | (x) << (64 - (by)))
#define TURN32(x, by) ((x) >> (by) | (x) << (32 - (by)))

#define ROUND(word, big1, big0, k)                                                                                    \
  {                                                                                                                   \
    const word t1 = h + (big1) + ((e & f) ^ (~e & g)) + (k) + w[i & 15];                                              \
    const word t2 = (big0) + ((a & b) ^ (a & c) ^ (b & c));                                                           \
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;                                                \
  }
#define SPREAD(one, two)                                                                                              \
  if (i >= 16) w[i & 15] += (one) + w[(i + 9) & 15] + (two);

INLINE void sha512(u64 state[8], u64 w[16]) {
  u64 a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  UNROLLED
  for (int i = 0; i < 80; i++) {
    const u64 x = w[(i + 1) & 15], y = w[(i + 14) & 15];
    SPREAD(TURN64(x, 1) ^ TURN64(x, 8) ^ x >> 7, TURN64(y, 19) ^ TURN64(y, 61) ^ y >> 6)
    ROUND(u64, TURN64(e, 14) ^ TURN64(e, 18) ^ TURN64(e, 41), TURN64(a, 28) ^ TURN64(a, 34) ^ TURN64(a, 39), K512[i])
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

INLINE void sha256(u32 state[8], u32 w[16]) {
  u32 a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  UNROLLED
  for (int i = 0; i < 64; i++) {
    const u32 x = w[(i + 1) & 15], y = w[(i + 14) & 15];
    SPREAD(TURN32(x, 7) ^ TURN32(x, 18) ^ x >> 3, TURN32(y, 17) ^ TURN32(y, 19) ^ y >> 10)
    ROUND(u32, TURN32(e, 6) ^ TURN32(e, 11) ^ TURN32(e, 25), TURN32(a, 2) ^ TURN32(a, 13) ^ TURN32(a, 22), K256[i])
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

/* ---- The secret of a round: HMAC-SHA-512 under the house key of its fresh bytes ---- */

/* What the two halves of HMAC are after the key, once for all rounds: `key` is filled up with zeros to 128 bytes. */
KERNEL(take_key, const u8 *key, u64 *states) {
  EACH(half, 2) {
    u64 w[16];
    for (int word = 0; word < 16; word++) {
      w[word] = 0;
      for (int byte = 0; byte < 8; byte++) w[word] = w[word] << 8 | (u8)(key[8 * word + byte] ^ (half ? 0x5c : 0x36));
    }
    u64 state[8];
    for (int word = 0; word < 8; word++) state[word] = IV512[word];
    sha512(state, w);
    for (int word = 0; word < 8; word++) states[8 * half + word] = state[word];
  }
}

INLINE void keyed512(const u64 *after_key, const u64 message[8], u64 found[8]) {
  u64 w[16];
  UNROLLED
  for (int word = 0; word < 8; word++) w[word] = message[word], found[word] = after_key[word];
  w[8] = 1ull << 63;
  UNROLLED
  for (int word = 9; word < 15; word++) w[word] = 0;
  w[15] = (128 + 64) * 8;
  sha512(found, w);
}

INLINE void secret_of(const u64 *states, const u8 *fresh, u64 secret[8]) {
  u64 message[8], inner[8];
  for (int word = 0; word < FRESH_WORDS; word++) {
    message[word] = 0;
    for (int byte = 0; byte < 8; byte++) message[word] = message[word] << 8 | fresh[8 * word + byte];
  }
  keyed512(states, message, inner);
  keyed512(states + 8, inner, secret);
}

/* ---- Random blocks: HMAC-SHA-256 under the secret ---- */

typedef struct {
  u32 inner[8], outer[8];
} Keyed;

INLINE void take_secret(const u64 secret[8], Keyed *keyed) {
  u32 one[16], two[16];
  UNROLLED
  for (int word = 0; word < 8; word++) {
    one[2 * word] = (u32)(secret[word] >> 32) ^ 0x36363636u, one[2 * word + 1] = (u32)secret[word] ^ 0x36363636u;
    two[2 * word] = (u32)(secret[word] >> 32) ^ 0x5c5c5c5cu, two[2 * word + 1] = (u32)secret[word] ^ 0x5c5c5c5cu;
    keyed->inner[word] = keyed->outer[word] = IV256[word];
  }
  sha256(keyed->inner, one);
  sha256(keyed->outer, two);
}

/* The message: the prefix (label and stream), and round, k and block, each behind its length. Two blocks of SHA-256. */
INLINE void block_of(const Keyed *keyed, const u8 *prefix, u32 long_prefix, u64 round, u64 k, u64 block, u32 found[8]) {
  u32 w[32], inner[8];
  const u32 length = long_prefix + 36;
  UNROLLED
  for (int word = 0; word < 32; word++) w[word] = 0;
  for (u32 at = 0; at < length + 1; at++) {
    u32 byte = 0x80;
    if (at < long_prefix) {
      byte = prefix[at];
    } else if (at < length) {
      const u32 part = (at - long_prefix) / 12, place = (at - long_prefix) % 12;
      const u64 number = part == 0 ? round : part == 1 ? k : block;
      byte = place < 3 ? 0 : place == 3 ? 8 : (u32)(number >> 8 * (11 - place)) & 255;
    }
    w[at / 4] |= byte << 8 * (3 - at % 4);
  }
  w[31] = (64 + length) * 8;
  UNROLLED
  for (int word = 0; word < 8; word++) inner[word] = keyed->inner[word], found[word] = keyed->outer[word];
  sha256(inner, w);
  sha256(inner, w + 16);
  UNROLLED
  for (int word = 0; word < 8; word++) w[word] = inner[word];
  w[8] = 1u << 31;
  UNROLLED
  for (int word = 9; word < 15; word++) w[word] = 0;
  w[15] = (64 + 32) * 8;
  sha256(found, w);
}

/* The first word of the block that is taken, as a place among `size`; `size` itself where none is. */
INLINE u64 place_in(const u32 block[8], u64 size) {
  const u64 uneven = (~0ull % size + 1) % size;
  for (int word = 0; word < 4; word++) {
    const u64 found = (u64)block[2 * word] << 32 | block[2 * word + 1];
    if (!uneven || found < 0 - uneven) return found % size;
  }
  return size;
}

/* ---- Spins and rolls: one round each ---- */

/* `bits` may be left out; `bytes_seen` counts the bytes of the first block behind each outcome. */
KERNEL(spins, const u64 *states, const u8 *prefix, u32 long_prefix, const u8 *fresh, u64 first, u64 count, u64 size,
       u8 *places, u8 *bits, u64 *bytes_seen) {
  COUNTING
  EACH(at, count) {
    u64 secret[8], place;
    u32 block[8];
    Keyed keyed;
    secret_of(states, fresh + 64 * at, secret);
    take_secret(secret, &keyed);
    block_of(&keyed, prefix, long_prefix, first + at, 0, 0, block);
    for (int byte = 0; byte < 32; byte++) {
      const u8 one = (u8)(block[byte / 4] >> 8 * (3 - byte % 4));
      COUNT(one);
      if (bits) bits[32 * at + byte] = one;
    }
    place = place_in(block, size);
    for (u64 number = 1; place == size; number++) {
      block_of(&keyed, prefix, long_prefix, first + at, 0, number, block);
      place = place_in(block, size);
    }
    places[at] = (u8)place;
  }
  COUNTED(bytes_seen)
}

/* ---- Whole shoes: one round each, card after card from what is left ---- */

INLINE u32 common(u32 one, u32 other) {
  while (other) {
    const u32 rest = one % other;
    one = other, other = rest;
  }
  return one;
}

KERNEL(shoes, const u64 *states, const u8 *prefix, u32 long_prefix, const u8 *fresh, u64 first, u64 count, u32 decks,
       u8 *places) {
  EACH(at, count) {
    const u32 cards = KINDS * decks;
    u64 secret[8];
    Keyed keyed;
    u8 left[KINDS];
    for (int kind = 0; kind < KINDS; kind++) left[kind] = (u8)decks;
    secret_of(states, fresh + 64 * at, secret);
    take_secret(secret, &keyed);
    for (u32 k = 0; k < cards; k++) {
      u32 divisor = 0;
      for (int kind = 0; kind < KINDS && divisor != 1; kind++) divisor = common(divisor, left[kind]);
      const u64 size = (cards - k) / divisor;
      u64 place = size == 1 ? 0 : size;
      for (u64 number = 0; place == size; number++) {
        u32 block[8];
        block_of(&keyed, prefix, long_prefix, first + cards * at, k, number, block);
        place = place_in(block, size);
      }
      int kind = 0;
      for (; place >= left[kind] / divisor; kind++) place -= left[kind] / divisor;
      left[kind]--;
      places[cards * at + k] = (u8)kind;
    }
  }
}
