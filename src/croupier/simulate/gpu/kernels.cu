/* Rounds by the ten billion: the tables of croupier.simulate, walked on a GPU.

   No rule stands here. Tables go in, counts come out, the same counts as from the compiled code for the processor:
   draws.py, one_box.py, whole_table.py and spins.py say what each number of the stream is used for, and this file makes
   the same use of it. It is compiled when it is needed, for one job: how many cards, boxes and outcomes there are is
   known to the compiler (-D…), and WALK says which of the kernels below is wanted.

   Four shoes share the numbers of a stream (draws.py). So one thread has four shoes, all at the same place, and every
   number that it mixes serves four cards with four multiplications. The shoes lie side by side in 16 bits a place, four
   bits a card: which bits belong to which shoe is known to the compiler, and one instruction puts a card in its place.

   A chunk has a given number of rounds, and how many shoes that takes is known only when they are played. The main
   kernel plays some more than enough, four at a time, and notes how many rounds each four had. The finishing kernel
   then finds the four in which the last round lies, plays those behind it once more, and takes them off again.

   The same source is plain C: see the first lines. There a block is a loop, and a phase is a loop over its threads, so
   nothing that a thread remembers from one phase to the next may stand anywhere but in `shared`. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define ONE_BOX 1
#define FRESH_ONE_BOX 2
#define BOXES_FROM_SHOES 3
#define BOXES_FROM_FRESH_SHOES 4
#define SPINS 5

#ifdef __CUDACC__
#define INLINE static __device__ __forceinline__
#define APART static __device__ __noinline__
#define CONSTANT *__restrict__
#define KERNEL(name, ...)                                                                                             \
  extern "C" __global__ void __launch_bounds__(THREADS) name(__VA_ARGS__) {                                           \
    extern __shared__ u32 shared[];                                                                                   \
    const u32 thread = threadIdx.x, block = blockIdx.x, blocks = gridDim.x;                                           \
    {
#define PHASE __syncthreads();
#define UNROLLED _Pragma("unroll")
#define UNROLLED_TWICE _Pragma("unroll 2")
#define NOT_UNROLLED _Pragma("unroll 1")
INLINE u64 add(u64 *sum, u64 value) { return atomicAdd(sum, value); }
INLINE u32 add_small(u32 *sum, u32 value) { return atomicAdd(sum, value); }
INLINE u32 lowest_bit(u32 bits) { return __ffs(bits) - 1; }
/* 1 << place, and nothing where that is beyond the 32 bits. */
INLINE u32 bit_at(u32 place) {
  u32 found;
  asm("shl.b32 %0, 1, %1;" : "=r"(found) : "r"(place));
  return found;
}
/* One addition for all threads of a warp, which all come here with the same sum. */
INLINE void add_for_warp(u64 *sum, u32 value) {
#if __CUDA_ARCH__ >= 800
  value = __reduce_add_sync(~0u, value);
#else
  for (int far = 16; far; far >>= 1) value += __shfl_xor_sync(~0u, value, far);
#endif
  if ((threadIdx.x & 31) == 0 && value) atomicAdd(sum, (u64)value);
}
#else
#define INLINE static inline
#define APART static
#define CONSTANT *
#define KERNEL(name, ...)                                                                                             \
  void name(u32 blocks, u32 *shared, __VA_ARGS__) {                                                                   \
    for (u32 block = 0; block < blocks; block++) {
#define PHASE for (u32 thread = 0; thread < THREADS; thread++)
#define UNROLLED
#define UNROLLED_TWICE
#define NOT_UNROLLED
INLINE u64 add(u64 *sum, u64 value) { return (*sum += value) - value; }
INLINE u32 add_small(u32 *sum, u32 value) { return (*sum += value) - value; }
INLINE u32 lowest_bit(u32 bits) {
  u32 place = 0;
  while (place < 31 && !(bits >> place & 1)) place++;
  return place;
}
INLINE u32 bit_at(u32 place) { return place < 32 ? 1u << place : 0; }
INLINE void add_for_warp(u64 *sum, u32 value) { *sum += value; }
#endif
#define END_OF_KERNEL                                                                                                 \
  }                                                                                                                   \
  }

/* ---- Random numbers: draws.py ---- */

#define STEP 0x9E3779B97F4A7C15ull
#define SHOES 4
#define ROOM 512u
#define SHOE_STRIDE 65536ull
#define ROUND_STRIDE 8192ull

INLINE u64 mixed(u64 number) {
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ull;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EBull;
  return number ^ (number >> 31);
}

/* A draw below the bound that is made again further on where it would not be fair. */
APART u32 drawn_with_care(u64 base, u32 place, u32 quarter, u32 bound) {
  const u64 many = (u64)bound * bound;
  const u32 uneven = (u32)((1ull << 32) % many);
  for (;; place += ROOM) {
    const u64 bits = mixed(base + place * STEP);
    const u64 first = (u64)(quarter < 2 ? (u32)(bits >> 32) : (u32)bits) * bound;
    const u64 second = (u64)(u32)first * bound;
    if ((u32)second >= many || (u32)second >= uneven) return (u32)((quarter & 1 ? second : first) >> 32);
  }
}

/* The draws of all four shoes at a place, 16 bits each: few places need it, and it must cost the others nothing. */
APART u64 four_drawn_with_care(u64 base, u32 place, u32 bound) {
  u64 found = 0;
  for (u32 quarter = 0; quarter < SHOES; quarter++)
    found |= (u64)drawn_with_care(base, place, quarter, bound) << (16 * quarter);
  return found;
}

/* Four draws from one number: what the first draw of a half leaves over makes the second, and what that one leaves
   tells whether both are fair. All four are where what comes back is no less than the bound's square. */
INLINE u32 draw_four_quickly(u64 at, u32 bound, u32 drawn[SHOES]) {
  const u64 bits = mixed(at);
  const u64 one = (u64)(u32)(bits >> 32) * bound, two = (u64)(u32)one * bound;
  const u64 three = (u64)(u32)bits * bound, four = (u64)(u32)three * bound;
  drawn[0] = (u32)(one >> 32);
  drawn[1] = (u32)(two >> 32);
  drawn[2] = (u32)(three >> 32);
  drawn[3] = (u32)(four >> 32);
  return (u32)two < (u32)four ? (u32)two : (u32)four;
}

INLINE void draw_four_again(u64 base, u32 place, u32 bound, u32 drawn[SHOES]) {
  const u64 again = four_drawn_with_care(base, place, bound);
  UNROLLED for (int q = 0; q < SHOES; q++) drawn[q] = (u32)(again >> (16 * q)) & 0xFFFFu;
}

INLINE void draw_four(u64 base, u32 place, u32 bound, u32 drawn[SHOES]) {
  if (draw_four_quickly(base + place * STEP, bound, drawn) < bound * bound)
    draw_four_again(base, place, bound, drawn);
}

/* ---- Four shoes of a thread: `shoes` is the thread's own column, THREADS apart from place to place ---- */

#if WALK == ONE_BOX || WALK == BOXES_FROM_SHOES
#define CARDS_OF(q) (15u << (4 * (q)))

INLINE void fill_shoes(u16 *shoes, const u8 CONSTANT full) {
#ifdef __CUDACC__
#pragma unroll 8
#endif
  for (u32 place = 0; place < SIZE; place++) shoes[place * THREADS] = (u16)(full[place] * 0x1111u);
}

/* The next card of each shoe. The one in its place goes to where it was taken from; with `keep`, the card drawn stays
   in this place to be looked at later. All four are looked up before any is put back, so that the machine waits once
   and not four times. Two shoes share a byte: where both were drawn from the same place, the second puts back what the
   first did too. */
INLINE void take_four(u16 *here, const u32 drawn[SHOES], u32 cards[SHOES], int keep) {
  const u32 own = here[0];
  u32 taken[SHOES];
  UNROLLED for (int q = 0; q < SHOES; q++) taken[q] = here[drawn[q] * THREADS];
  UNROLLED for (int q = 0; q < SHOES; q++) {
    const u32 both = CARDS_OF(q) | CARDS_OF(q & ~1);
    const u32 mask = (q & 1) && drawn[q] == drawn[q & ~1] ? both : CARDS_OF(q);
    ((u8 *)(here + drawn[q] * THREADS))[q / 2] = (u8)(((taken[q] & ~mask) | (own & mask)) >> (8 * (q / 2)));
    cards[q] = (taken[q] >> (4 * q)) & 15u;
  }
  if (keep) {
    u32 kept = 0;
    UNROLLED for (int q = 0; q < SHOES; q++) kept |= taken[q] & CARDS_OF(q);
    here[0] = (u16)kept;
  }
}
#endif

/* ---- Tables of whole rounds: state and card give the next state, and those below ENDS are outcomes ---- */

#if WALK == ONE_BOX || WALK == FRESH_ONE_BOX
#define HOT (HOT_ROWS * WIDTH)

/* The rows that are met most come first. They are kept in shared memory, the others stay where they are. */
INLINE void load_hot(ENTRY *hot, const ENTRY CONSTANT table, u32 thread) {
  for (u32 place = thread; place < HOT; place += THREADS) hot[place] = table[place];
}

INLINE u32 next_state(const ENTRY *hot, const ENTRY CONSTANT table, u32 state, u32 card) {
  const u32 at = state * WIDTH + card;
  return at < HOT ? hot[at] : table[at];
}
#endif

#if WALK == ONE_BOX

/* In shared memory: the shoes, the counters of each thread, the rows met most. */
#define TALLY_AT (SIZE * THREADS)
#define HOT_AT ((TALLY_AT + ENDS * THREADS + 1) / 2)

/* Outcomes of the main kernel are counted in registers, four bits each, as long as 16 fields are enough. States that
   are no outcomes are counted too, cheaper than asking: they lie above the outcomes, and what spills over goes up. In
   eight places no shoe has more than three rounds, so 15 is enough; then the counters go to bytes, which must hold 128
   places, and from there to the thread's counters in shared memory. */
#define PACKED (ENDS <= 16)
#define PLACES_OF_NIBBLES 8u
#define PLACES_OF_BYTES 128u
#define EVERY_OTHER 0x0F0F0F0Fu

INLINE void count_four(u32 nibbles[2], const u32 state[SHOES]) {
  UNROLLED for (int q = 0; q < SHOES; q++) {
    nibbles[0] += bit_at(4 * state[q]);
    nibbles[1] += bit_at(4 * state[q] - 32);
  }
}

INLINE void empty_nibbles(u32 nibbles[2], u32 bytes[4]) {
  UNROLLED for (int half = 0; half < 2; half++) {
    bytes[2 * half] += nibbles[half] & EVERY_OTHER;
    bytes[2 * half + 1] += (nibbles[half] >> 4) & EVERY_OTHER;
    nibbles[half] = 0;
  }
}

INLINE void empty_bytes(u32 bytes[4], u16 *tally) {
  UNROLLED for (int end = 0; end < ENDS && end < 16; end++)
    tally[end * THREADS] += (u16)((bytes[end / 8 * 2 + end % 2] >> (end % 8 / 2 * 8)) & 255u);
  UNROLLED for (int part = 0; part < 4; part++) bytes[part] = 0;
}

/* Four shoes to the cutting card, and then until their rounds are over. Counts the rounds after the first `spared` of
   each shoe; `rounds`, where there is any, is told how many each shoe had. In the main kernel neither is asked for.
   While the cards of one place are on their way, the draws of the next are made. What is rare (a draw that may not be
   fair, a row that is not at hand) has one branch for all. */
INLINE void walk_four(u16 *shoes, u16 *tally, const ENTRY *hot, const ENTRY CONSTANT table, const u8 CONSTANT full,
                      u64 there, const u32 *spared, u32 *rounds) {
  u32 state[SHOES], drawn[SHOES], cards[SHOES], where[SHOES], done[SHOES];
  u32 nibbles[2] = {0, 0}, bytes[4] = {0, 0, 0, 0};
  u64 at = there;
  UNROLLED for (int q = 0; q < SHOES; q++) state[q] = done[q] = 0;
  fill_shoes(shoes, full);
  draw_four(there, 0, SIZE, drawn);
  for (u32 first = 0; first < CUT; first += PLACES_OF_NIBBLES) {
    const u32 stop = first + PLACES_OF_NIBBLES < CUT ? first + PLACES_OF_NIBBLES : CUT;
    UNROLLED_TWICE for (u32 place = first; place < stop; place++) {
      const u32 bound = SIZE - 1 - place;
      take_four(shoes + place * THREADS, drawn, cards, 0);
      at += STEP;
      const u32 is_suspect = draw_four_quickly(at, bound, drawn) < bound * bound;
      u32 farthest = 0;
      UNROLLED for (int q = 0; q < SHOES; q++) {
        where[q] = state[q] * WIDTH + cards[q];
        farthest = where[q] > farthest ? where[q] : farthest;
      }
      if (!BURNT || place >= BURNT) {
        UNROLLED for (int q = 0; q < SHOES; q++)
          state[q] = HOT ? hot[where[q] < HOT - 1 ? where[q] : HOT - 1] : table[where[q]];
      }
      if (is_suspect | (HOT && farthest >= HOT)) {
        if (is_suspect) draw_four_again(there, place + 1, bound, drawn);
        UNROLLED for (int q = 0; q < SHOES; q++)
          if (HOT && where[q] >= HOT) state[q] = table[where[q]];
      }
      if (BURNT && place < BURNT) continue;
      if (PACKED && !spared) count_four(nibbles, state);
      else UNROLLED for (int q = 0; q < SHOES; q++)
        if (state[q] < ENDS && (!spared || done[q]++ >= spared[q])) tally[state[q] * THREADS]++;
    }
    if (PACKED && !spared) {
      empty_nibbles(nibbles, bytes);
      if (stop % PLACES_OF_BYTES == 0 || stop == CUT) empty_bytes(bytes, tally);
    }
  }
  NOT_UNROLLED for (u32 place = CUT; (state[0] >= ENDS) | (state[1] >= ENDS) | (state[2] >= ENDS) | (state[3] >= ENDS);
                    place++) {
    take_four(shoes + place * THREADS, drawn, cards, 0);
    UNROLLED for (int q = 0; q < SHOES; q++) if (state[q] >= ENDS) {
      state[q] = next_state(hot, table, state[q], cards[q]);
      if (state[q] < ENDS && (!spared || done[q]++ >= spared[q])) tally[state[q] * THREADS]++;
    }
    draw_four(there, place + 1, SIZE - 1 - place, drawn);
  }
  if (rounds)
    for (int q = 0; q < SHOES; q++) rounds[q] = done[q];
}

/* `fours` of each chunk, a multiple of 32: all threads of a warp are at work for the same chunk. */
KERNEL(play, const ENTRY CONSTANT table, const u8 CONSTANT full, const u64 CONSTANT bases, u32 chunks, u32 fours,
       u64 *counts, u64 *played, u16 *rounds)
  u16 *const shoes = (u16 *)shared;
  u16 *const tallies = (u16 *)shared + TALLY_AT;
  ENTRY *const hot = (ENTRY *)(shared + HOT_AT);
  PHASE {
    load_hot(hot, table, thread);
    for (u32 end = 0; end < ENDS; end++) tallies[end * THREADS + thread] = 0;
  }
  PHASE {
    const u32 groups = fours / 32, all = chunks * groups;
    for (u32 group = block * (THREADS / 32) + thread / 32; group < all; group += blocks * (THREADS / 32)) {
      const u32 chunk = group / groups, four = group % groups * 32 + thread % 32;
      u32 sum = 0;
      walk_four(shoes + thread, tallies + thread, hot, table, full, bases[chunk] + four * (SHOE_STRIDE * STEP), 0, 0);
      for (u32 end = 0; end < ENDS; end++) {
        const u32 times = tallies[end * THREADS + thread];
        tallies[end * THREADS + thread] = 0;
        sum += times;
        add_for_warp(counts + (u64)chunk * ENDS + end, times);
      }
      add_for_warp(played + chunk, sum);
      rounds[(u64)chunk * fours + four] = (u16)sum;
    }
  }
END_OF_KERNEL
#endif

/* ---- Where a chunk ends ---- */

#if WALK == ONE_BOX || WALK == BOXES_FROM_SHOES
#define SHORT (~0u)

/* The four shoes in which the last of the wanted rounds lies; `excess` rounds from their end are too many. */
INLINE u32 last_four(const u16 *rounds, u32 fours, u64 played, u32 wanted, u32 *excess) {
  u64 left = played - wanted;
  u32 four = fours - 1;
  if (played < wanted) return SHORT;
  while (four && left >= rounds[four]) left -= rounds[four--];
  *excess = (u32)left;
  return four;
}

/* How many rounds of each of these four shoes belong to the chunk. */
INLINE void spare(const u32 done[SHOES], u32 excess, u32 spared[SHOES]) {
  u32 left = done[0] + done[1] + done[2] + done[3] - excess;
  for (int q = 0; q < SHOES; q++) {
    spared[q] = left < done[q] ? left : done[q];
    left -= spared[q];
  }
}
#endif

#if WALK == ONE_BOX
#define LAST_AT (HOT_AT + (HOT * sizeof(ENTRY) + 3) / 4)

/* A block for each chunk: what the shoes behind its last round came to is taken off again. */
KERNEL(finish, const ENTRY CONSTANT table, const u8 CONSTANT full, const u64 CONSTANT bases, u32 wanted, u32 fours,
       u64 *counts, const u64 *played, const u16 *rounds, u32 *lasts)
  u16 *const shoes = (u16 *)shared;
  u16 *const tallies = (u16 *)shared + TALLY_AT;
  ENTRY *const hot = (ENTRY *)(shared + HOT_AT);
  u32 *const last = shared + LAST_AT;
  PHASE {
    load_hot(hot, table, thread);
    for (u32 end = 0; end < ENDS; end++) tallies[end * THREADS + thread] = 0;
    if (thread == 0) {
      u32 excess = 0;
      last[0] = lasts[block] = last_four(rounds + (u64)block * fours, fours, played[block], wanted, &excess);
      last[5] = excess;
    }
  }
  PHASE {
    if (thread == 0 && last[0] != SHORT && last[5]) {
      u32 done[SHOES];
      const u32 none[SHOES] = {ROOM, ROOM, ROOM, ROOM};
      walk_four(shoes, tallies, hot, table, full, bases[block] + last[0] * (SHOE_STRIDE * STEP), none, done);
      spare(done, last[5], last + 1);
    }
  }
  PHASE {
    const u32 nothing[SHOES] = {0, 0, 0, 0};
    if (last[0] != SHORT) for (u32 four = last[0] + thread; four < fours; four += THREADS)
      if (four > last[0] || last[5])
        walk_four(shoes + thread, tallies + thread, hot, table, full, bases[block] + four * (SHOE_STRIDE * STEP),
                  four == last[0] ? last + 1 : nothing, 0);
    for (u32 end = 0; end < ENDS; end++) {
      const u32 times = tallies[end * THREADS + thread];
      if (times) add(counts + (u64)block * ENDS + end, 0 - (u64)times);
    }
  }
END_OF_KERNEL
#endif

/* ---- One box, every round from a full shoe ---- */

#if WALK == FRESH_ONE_BOX
#define FIRST 8
#define WORDS ((SIZE + 31) / 32)
#define SEEN_AT (ENDS * THREADS)
#define CARDS_AT (SEEN_AT + WORDS * THREADS)
#define HOT_AT (CARDS_AT + (SIZE + 3) / 4)

/* Any card of the whole shoe is drawn, and another where that one is dealt already. Few rounds need more than the first
   eight draws, which are compared with each other; for more, the cards dealt are marked in `seen`. */
INLINE u32 play_fresh(u32 *seen, const u8 *cards, const ENTRY *hot, const ENTRY CONSTANT table, u64 there) {
  u32 drawn[FIRST], state = ENDS;
  UNROLLED for (int four = 0; four < FIRST / SHOES; four++)
    draw_four(there, four, SIZE, drawn + SHOES * four);
  UNROLLED for (int draw = 0; draw < FIRST; draw++) {
    u32 again = state < ENDS;
    UNROLLED for (int other = 0; other < draw; other++) again |= drawn[other] == drawn[draw];
    const u32 next = next_state(hot, table, state, cards[drawn[draw]]);
    state = again ? state : next;
  }
  if (state < ENDS) return state;
  for (int word = 0; word < WORDS; word++) seen[word * THREADS] = 0;
  UNROLLED for (int draw = 0; draw < FIRST; draw++) seen[drawn[draw] / 32 * THREADS] |= 1u << (drawn[draw] & 31);
  NOT_UNROLLED for (u32 four = FIRST / SHOES; state >= ENDS; four++) {
    draw_four(there, four, SIZE, drawn);
    UNROLLED for (int q = 0; q < SHOES; q++) {
      const u32 marks = seen[drawn[q] / 32 * THREADS], own = 1u << (drawn[q] & 31);
      seen[drawn[q] / 32 * THREADS] = marks | own;
      if (state >= ENDS && !(marks & own)) state = next_state(hot, table, state, cards[drawn[q]]);
    }
  }
  return state;
}

/* A block has PER_THREAD rounds for each thread, all of one chunk; the last block of a chunk may have fewer. */
KERNEL(play, const ENTRY CONSTANT table, const u8 CONSTANT full, const u64 CONSTANT bases, u32 chunks, u32 wanted,
       u64 *counts)
  u32 *const tallies = shared;
  u8 *const cards = (u8 *)(shared + CARDS_AT);
  ENTRY *const hot = (ENTRY *)(shared + HOT_AT);
  const u32 slab = THREADS * PER_THREAD, slabs = (wanted + slab - 1) / slab;
  PHASE {
    load_hot(hot, table, thread);
    for (u32 place = thread; place < SIZE; place += THREADS) cards[place] = full[place];
    for (u32 end = 0; end < ENDS; end++) tallies[end * THREADS + thread] = 0;
  }
  for (u32 item = block; item < chunks * slabs; item += blocks) {
    const u32 chunk = item / slabs;
    PHASE {
      for (u32 turn = 0; turn < PER_THREAD; turn++) {
        const u32 round = item % slabs * slab + turn * THREADS + thread;
        if (round < wanted)
          tallies[play_fresh(shared + SEEN_AT + thread, cards, hot, table,
                             bases[chunk] + round * (ROUND_STRIDE * STEP)) * THREADS + thread]++;
      }
      for (u32 end = 0; end < ENDS; end++) {
        add_for_warp(counts + (u64)chunk * ENDS + end, tallies[end * THREADS + thread]);
        tallies[end * THREADS + thread] = 0;
      }
    }
  }
END_OF_KERNEL
#endif

/* ---- A whole table: one to seven boxes, one dealer, a player who may count. whole_table.py has the same steps ---- */

#if WALK == BOXES_FROM_SHOES || WALK == BOXES_FROM_FRESH_SHOES
#define TRUNCATE 1
#define NEAREST 2

/* All that the hand machine made for this job. */
typedef struct {
  const STATE *opening;  /* first card, dealer's card, second card: the box's state after the deal */
  const STATE *after;    /* state and card */
  const u32 *choices;    /* state and count */
  const u8 *needs;       /* of each code, how far the dealer's hand must go */
  const SMALL *starts;     /* need and card: the dealer's first state */
  const SMALL *dealer;     /* the dealer's state and a card */
  const SMALL *settled;    /* level, code and class: the outcome */
  const i64 *nets;       /* what an outcome gains */
  const i64 *stakes;     /* of each level */
  const u32 *levels;     /* of each count */
  const COUNT *values;   /* what each card adds to the count */
} Tables;

/* As a kernel is given them. */
#define TABLES                                                                                                        \
  const STATE CONSTANT opening, const STATE CONSTANT after, const u32 CONSTANT choices, const u8 CONSTANT needs,      \
      const SMALL CONSTANT starts, const SMALL CONSTANT dealer, const SMALL CONSTANT settled,                           \
      const i64 CONSTANT nets, const i64 CONSTANT stakes, const u32 CONSTANT levels, const COUNT CONSTANT values

typedef struct {
  i64 net, net_squared, wagered, wagered_squared, net_wagered;
} Sums;

INLINE COUNT floored(COUNT numerator, COUNT divisor) {
  const COUNT quotient = numerator / divisor;
  return quotient - (quotient * divisor > numerator);
}

/* Which of the counts that are told apart this running count is. */
INLINE u32 counted(COUNT running, u32 left) {
  COUNT count = running;
#if IS_TRUE
  const COUNT divisor = left > 1 ? left : 1, numerator = running * 52;
#if ROUNDING == NEAREST
  count = floored(2 * numerator + divisor, 2 * divisor);
#elif ROUNDING == TRUNCATE
  count = numerator / divisor;
#else
  count = floored(numerator, divisor);
#endif
#endif
  count -= LOWEST;
  return count < 0 ? 0 : count >= COUNTS ? COUNTS - 1 : (u32)count;
}

/* Where the cards come from: `next_card` gives them one by one, and finds out that there are none left. */
typedef struct {
  COUNT running;
  u32 place;
  int ran_out;
#if WALK == BOXES_FROM_SHOES
  u16 *shoes;
  u32 shift;
#else
  u32 *seen;
  u32 draw, drawn[SHOES];
#endif
  u64 there;
  const u8 *full;
} Supply;

#if WALK == BOXES_FROM_SHOES
/* Four full shoes, put in order. The last card needs no draw. */
INLINE void shuffle(u16 *shoes, const u8 CONSTANT full, u64 there) {
  u32 drawn[SHOES], cards[SHOES];
  u64 at = there;
  fill_shoes(shoes, full);
  draw_four(there, 0, SIZE, drawn);
  NOT_UNROLLED for (u32 place = 0; place < SIZE - 1; place++) {
    const u32 bound = SIZE - 1 - place;
    take_four(shoes + place * THREADS, drawn, cards, 1);
    at += STEP;
    if (draw_four_quickly(at, bound, drawn) < bound * bound) draw_four_again(there, place + 1, bound, drawn);
  }
}

/* Where it is known that there are enough. */
INLINE u32 dealt_card(Supply *supply, const Tables *tables) {
  const u32 card = (supply->shoes[supply->place * THREADS] >> supply->shift) & 15u;
  supply->place++;
  if (COUNTS > 1) supply->running += tables->values[card];
  return card;
}
#else
/* Any card of the whole shoe, and another where that one is dealt already. */
INLINE u32 dealt_card(Supply *supply, const Tables *tables) {
  for (;;) {
    const u32 q = supply->draw % SHOES;
    if (q == 0)
      draw_four(supply->there, supply->draw / SHOES, SIZE, supply->drawn);
    /* By a question each: a place that is worked out would put the four in slow memory. */
    const u32 first_two = q == 0 ? supply->drawn[0] : supply->drawn[1];
    const u32 found = q < 2 ? first_two : q == 2 ? supply->drawn[2] : supply->drawn[3];
    const u32 marks = supply->seen[found / 32 * THREADS], own = 1u << (found & 31);
    supply->draw++;
    if (marks & own) continue;
    supply->seen[found / 32 * THREADS] = marks | own;
    const u32 card = supply->full[found];
    supply->place++;
    if (COUNTS > 1) supply->running += tables->values[card];
    return card;
  }
}
#endif

INLINE u32 next_card(Supply *supply, const Tables *tables) {
  supply->ran_out |= supply->place >= SIZE;
  return supply->ran_out ? 0 : dealt_card(supply, tables);
}

/* One round: the codes of the boxes go to `states`, the class of the dealer's final hand comes back. What is dealt
   after the cards ran out means nothing, and nothing is made of it. */
INLINE u32 play_round(const Tables *tables, Supply *supply, STATE *states) {
  u32 firsts[BOXES], open = 0, need = 0;
  supply->ran_out = supply->place + 2 * BOXES + 1 > SIZE;
  if (supply->ran_out) return 0;
  UNROLLED for (u32 box = 0; box < BOXES; box++) firsts[box] = dealt_card(supply, tables);
  const u32 up = dealt_card(supply, tables);
  UNROLLED for (u32 box = 0; box < BOXES; box++) {
    const u32 state = tables->opening[(firsts[box] * WIDTH + up) * WIDTH + dealt_card(supply, tables)];
    states[box * THREADS] = (STATE)state;
    open |= (u32)(state >= CODES) << box;
  }
  if (INSURED > CODES) {
    const u32 count = counted(supply->running, SIZE - supply->place);
    for (u32 box = 0; box < BOXES; box++) {
      u32 state = states[box * THREADS];
      if (state < CODES || state >= INSURED) continue;
      state = tables->choices[state * COUNTS + count];
      states[box * THREADS] = (STATE)state;
      if (state < CODES) open &= ~(1u << box);
    }
  }
  /* The boxes that are still to be played are bits; the lowest is in turn. */
  if (open) {
    u32 box = lowest_bit(open), state = states[box * THREADS];
    while (open && !supply->ran_out) {
      if (CHOSEN > CODES && state < CHOSEN)
        state = tables->choices[state * COUNTS + counted(supply->running, SIZE - supply->place)];
      else
        state = tables->after[state * WIDTH + next_card(supply, tables)];
      if (state < CODES) {
        states[box * THREADS] = (STATE)state;
        open &= open - 1;
        box = open ? lowest_bit(open) : 0;
        state = states[box * THREADS];
      }
    }
  }
  if (supply->ran_out) return 0;
  UNROLLED for (u32 box = 0; box < BOXES; box++) {
    const u32 own = tables->needs[states[box * THREADS]];
    need = own > need ? own : need;
  }
  u32 hand = tables->starts[need * WIDTH + up];
  while (hand >= CLASSES && !supply->ran_out) hand = tables->dealer[hand * WIDTH + next_card(supply, tables)];
  return hand;
}

/* A round counted, or taken off again where `times` is -1. */
INLINE void settle_round(const Tables *tables, const STATE *states, u32 hand, u32 level, int times,
                         HISTOGRAM *histogram, Sums *sums) {
  i64 net = 0;
  UNROLLED for (u32 box = 0; box < BOXES; box++) {
    const u32 outcome = tables->settled[(level * CODES + states[box * THREADS]) * CLASSES + hand];
#if HISTOGRAM_IS_SHARED
    add_small(histogram + box * OUTCOMES + outcome, (u32)times);
#else
    add(histogram + box * OUTCOMES + outcome, (u64)(i64)times);
#endif
    net += tables->nets[outcome];
  }
  const i64 wagered = BOXES * tables->stakes[level];
  sums->net += times * net;
  sums->net_squared += times * net * net;
  sums->wagered += times * wagered;
  sums->wagered_squared += times * wagered * wagered;
  sums->net_wagered += times * net * wagered;
}

INLINE void add_sums(u64 *all, const Sums *sums) {
  add(all, (u64)sums->net);
  add(all + 1, (u64)sums->net_squared);
  add(all + 2, (u64)sums->wagered);
  add(all + 3, (u64)sums->wagered_squared);
  add(all + 4, (u64)sums->net_wagered);
}

/* In shared memory: the sums of the block, small tables where they are NEAR, its outcomes, the boxes' states, and the
   shoes or the marks of cards dealt. */
#define WORDS_FOR(number, type) (((number) * sizeof(type) + 3) / 4)
#define LAST_AT 10
#define NETS_AT 16
#define HISTOGRAM_AT (NETS_AT + NEAR * WORDS_FOR(OUTCOMES, i64))
#define OPENING_AT (HISTOGRAM_AT + (HISTOGRAM_IS_SHARED ? BOXES * OUTCOMES : 0))
#define STARTS_AT (OPENING_AT + NEAR * WORDS_FOR(WIDTH * WIDTH * WIDTH, STATE))
#define DEALER_AT (STARTS_AT + NEAR * WORDS_FOR(NEEDS * WIDTH, SMALL))
#define NEEDS_AT (DEALER_AT + NEAR * WORDS_FOR(DEALERS * WIDTH, SMALL))
#define STATES_AT (NEEDS_AT + NEAR * WORDS_FOR(CODES, u8))
#define OWN_AT (STATES_AT + WORDS_FOR(BOXES * THREADS, STATE))
#define HISTOGRAM_OF(chunk)                                                                                           \
  (HISTOGRAM_IS_SHARED ? (HISTOGRAM *)(shared + HISTOGRAM_AT)                                                         \
                       : (HISTOGRAM *)(counts + (u64)(chunk) * BOXES * OUTCOMES))
#if NEAR
#define GATHERED                                                                                                      \
  {(STATE *)(shared + OPENING_AT), after, choices, (u8 *)(shared + NEEDS_AT), (SMALL *)(shared + STARTS_AT),          \
   (SMALL *)(shared + DEALER_AT), settled, (i64 *)(shared + NETS_AT), stakes, levels, values}
#else
#define GATHERED {opening, after, choices, needs, starts, dealer, settled, nets, stakes, levels, values}
#endif
#define BEGIN_BLOCK                                                                                                   \
  PHASE {                                                                                                             \
    for (u32 place = thread; place < OPENING_AT; place += THREADS) shared[place] = 0;                                 \
    if (NEAR) {                                                                                                       \
      copy_near(shared + OPENING_AT, opening, WIDTH * WIDTH * WIDTH * sizeof(STATE), thread);                         \
      copy_near(shared + STARTS_AT, starts, NEEDS * WIDTH * sizeof(SMALL), thread);                                   \
      copy_near(shared + DEALER_AT, dealer, DEALERS * WIDTH * sizeof(SMALL), thread);                                 \
      copy_near(shared + NEEDS_AT, needs, CODES, thread);                                                             \
    }                                                                                                                 \
  }                                                                                                                   \
  PHASE {                                                                                                             \
    if (NEAR) copy_near(shared + NETS_AT, nets, OUTCOMES * sizeof(i64), thread);                                      \
  }

INLINE void copy_near(void *to, const void *from, u32 bytes, u32 thread) {
  for (u32 place = thread; place < bytes; place += THREADS) ((u8 *)to)[place] = ((const u8 *)from)[place];
}

/* What a block has counted for a chunk, added to all, and nothing left of it. */
INLINE void end_block(u32 *shared, u32 thread, u64 *counts, u64 *sums) {
  u64 *const own = (u64 *)shared;
  if (HISTOGRAM_IS_SHARED)
    for (u32 place = thread; place < BOXES * OUTCOMES; place += THREADS) {
      if (shared[HISTOGRAM_AT + place]) add(counts + place, (u64)(i64)(int)shared[HISTOGRAM_AT + place]);
      shared[HISTOGRAM_AT + place] = 0;
    }
  for (u32 place = thread; place < 5; place += THREADS) {
    add(sums + place, own[place]);
    own[place] = 0;
  }
}
#endif

#if WALK == BOXES_FROM_SHOES
/* One shoe to its cutting card; how many rounds that were. Rounds before the first `spared` are not counted. */
INLINE u32 play_shoe(const Tables *tables, Supply *supply, STATE *states, u32 spared, int times, HISTOGRAM *histogram,
                     Sums *sums, u32 *end) {
  u32 done = 0;
  supply->place = BURNT;
  supply->running = START;
  supply->ran_out = 0;
  while (supply->place < CUT) {
    *end = supply->place;
    const u32 level = COUNTS > 1 ? tables->levels[counted(supply->running, SIZE - supply->place)] : 0;
    const u32 hand = play_round(tables, supply, states);
    if (supply->ran_out) break;
    if (done++ >= spared) settle_round(tables, states, hand, level, times, histogram, sums);
  }
  return done;
}

/* A block has THREADS fours of one chunk, or what is left of it: a multiple of 32, so that warps are whole. A shoe that
   runs out is noted with the place where its last round began: the processor plays on from there. More of them than
   there is room for are only counted. */
KERNEL(play, const u8 CONSTANT full, TABLES, const u64 CONSTANT bases, u32 chunks, u32 fours, u64 *counts,
       u64 *sums, u64 *played, u16 *rounds, u32 *ran_out, u32 room)
  const u32 groups = (fours + THREADS - 1) / THREADS;
  const Tables tables = GATHERED;
  BEGIN_BLOCK
  for (u32 item = block; item < chunks * groups; item += blocks) {
    const u32 chunk = item / groups;
    PHASE {
      const u32 four = item % groups * THREADS + thread;
      if (four < fours) {
        u32 sum = 0, end = 0;
        Sums own = {0, 0, 0, 0, 0};
        Supply supply;
        supply.shoes = (u16 *)(shared + OWN_AT) + thread;
        supply.there = bases[chunk] + four * (SHOE_STRIDE * STEP);
        shuffle(supply.shoes, full, supply.there);
        NOT_UNROLLED for (u32 q = 0; q < SHOES; q++) {
          STATE *const states = (STATE *)(shared + STATES_AT) + thread;
          supply.shift = 4 * q;
          sum += play_shoe(&tables, &supply, states, 0, 1, HISTOGRAM_OF(chunk), &own, &end);
          if (supply.ran_out) {
            const u32 place = add_small(ran_out, 1);
            if (place < room) {
              ran_out[1 + 3 * place] = chunk;
              ran_out[2 + 3 * place] = SHOES * four + q;
              ran_out[3 + 3 * place] = end;
            }
          }
        }
        rounds[(u64)chunk * fours + four] = (u16)sum;
        add_for_warp(played + chunk, sum);
        add_sums((u64 *)shared, &own);
      }
    }
    PHASE { end_block(shared, thread, counts + (u64)chunk * BOXES * OUTCOMES, sums + (u64)chunk * 5); }
  }
END_OF_KERNEL

/* A block for each chunk, as for one box. */
KERNEL(finish, const u8 CONSTANT full, TABLES, const u64 CONSTANT bases, u32 wanted, u32 fours, u64 *counts,
       u64 *sums, const u64 *played, const u16 *rounds, u32 *lasts)
  u32 *const last = shared + LAST_AT;
  const Tables tables = GATHERED;
  BEGIN_BLOCK
  PHASE {
    if (thread == 0) {
      u32 excess = 0;
      last[0] = lasts[block] = last_four(rounds + (u64)block * fours, fours, played[block], wanted, &excess);
      last[5] = excess;
    }
  }
  PHASE {
    if (last[0] != SHORT) for (u32 four = last[0] + thread; four < fours; four += THREADS) {
      u32 spared[SHOES] = {0, 0, 0, 0}, done[SHOES], end = 0;
      Sums own = {0, 0, 0, 0, 0};
      Supply supply;
      STATE *const states = (STATE *)(shared + STATES_AT) + thread;
      supply.shoes = (u16 *)(shared + OWN_AT) + thread;
      supply.there = bases[block] + four * (SHOE_STRIDE * STEP);
      shuffle(supply.shoes, full, supply.there);
      if (four == last[0]) {
        for (u32 q = 0; q < SHOES; q++) {
          supply.shift = 4 * q;
          done[q] = play_shoe(&tables, &supply, states, ~0u, 0, HISTOGRAM_OF(block), &own, &end);
        }
        spare(done, last[5], spared);
      }
      for (u32 q = 0; q < SHOES; q++) {
        supply.shift = 4 * q;
        play_shoe(&tables, &supply, states, spared[q], -1, HISTOGRAM_OF(block), &own, &end);
      }
      add_sums((u64 *)shared, &own);
    }
  }
  PHASE { end_block(shared, thread, counts + (u64)block * BOXES * OUTCOMES, sums + (u64)block * 5); }
END_OF_KERNEL
#endif

#if WALK == BOXES_FROM_FRESH_SHOES
#define WORDS ((SIZE + 31) / 32)

/* A block has PER_THREAD rounds for each thread, all of one chunk. A shoe that a single round used up would be counted
   in `ran_out`, and the processor would play the chunk. */
KERNEL(play, const u8 CONSTANT full, TABLES, const u64 CONSTANT bases, u32 chunks, u32 wanted, u64 *counts,
       u64 *sums, u32 *ran_out)
  const u32 slab = THREADS * PER_THREAD, slabs = (wanted + slab - 1) / slab;
  const Tables tables = GATHERED;
  BEGIN_BLOCK
  for (u32 item = block; item < chunks * slabs; item += blocks) {
    const u32 chunk = item / slabs;
    PHASE {
      STATE *const states = (STATE *)(shared + STATES_AT) + thread;
      Sums own = {0, 0, 0, 0, 0};
      Supply supply;
      supply.seen = shared + OWN_AT + thread;
      supply.full = full;
      for (u32 turn = 0; turn < PER_THREAD; turn++) {
        const u32 round = item % slabs * slab + turn * THREADS + thread;
        if (round >= wanted) continue;
        for (u32 word = 0; word < WORDS; word++) supply.seen[word * THREADS] = 0;
        supply.there = bases[chunk] + round * (ROUND_STRIDE * STEP);
        supply.place = supply.draw = 0;
        supply.running = START;
        supply.ran_out = 0;
        const u32 level = COUNTS > 1 ? tables.levels[counted(START, SIZE)] : 0;
        const u32 hand = play_round(&tables, &supply, states);
        if (supply.ran_out) add_small(ran_out + chunk, 1);
        else settle_round(&tables, states, hand, level, 1, HISTOGRAM_OF(chunk), &own);
      }
      add_sums((u64 *)shared, &own);
    }
    PHASE { end_block(shared, thread, counts + (u64)chunk * BOXES * OUTCOMES, sums + (u64)chunk * 5); }
  }
END_OF_KERNEL
#endif

/* ---- Wheels and dice: spins.py ---- */

#if WALK == SPINS
#define AGAIN (1ull << 35)
#define TRIES 64ull

/* What comes in a round, drawn again from a place of its own where it would not be fair. */
INLINE u32 result(u64 base, u32 half, u64 round) {
  u64 product = (u64)half * RESULTS;
  if ((u32)product < RESULTS) {
    const u32 odd = (u32)((1ull << 32) % RESULTS);
    for (u64 place = AGAIN + round * TRIES; (u32)product < odd; place++)
      product = (u64)(u32)(mixed(base + place * STEP) >> 32) * RESULTS;
  }
  return (u32)(product >> 32);
}

/* A block has PER_THREAD numbers for each thread, two rounds in each. */
KERNEL(play, const u64 CONSTANT bases, u32 chunks, u32 wanted, u64 *counts)
  const u32 slab = THREADS * PER_THREAD, slabs = ((wanted + 1) / 2 + slab - 1) / slab;
  PHASE {
    for (u32 place = thread; place < RESULTS; place += THREADS) shared[place] = 0;
  }
  for (u32 item = block; item < chunks * slabs; item += blocks) {
    const u32 chunk = item / slabs;
    PHASE {
      for (u32 turn = 0; turn < PER_THREAD; turn++) {
        const u64 number = item % slabs * slab + turn * THREADS + thread;
        const u64 bits = mixed(bases[chunk] + number * STEP);
        if (2 * number < wanted) add_small(shared + result(bases[chunk], (u32)bits, 2 * number), 1);
        if (2 * number + 1 < wanted) add_small(shared + result(bases[chunk], (u32)(bits >> 32), 2 * number + 1), 1);
      }
    }
    PHASE {
      for (u32 place = thread; place < RESULTS; place += THREADS) {
        if (shared[place]) add(counts + (u64)chunk * RESULTS + place, shared[place]);
        shared[place] = 0;
      }
    }
  }
END_OF_KERNEL
#endif
