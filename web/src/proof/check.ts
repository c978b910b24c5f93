/** A round checked in the browser from what is published of it. Nothing here asks the house whether the round is right. */
import { fromHex } from './bytes';
import { outcome, sealOf, type Weight } from './draw';
import { hashAfter, readLine, SECRET_LOST, type Entry, type Line } from './journal';

/** What may come at one draw, as the rules have it: published with the round, since the page knows no rules. */
export interface PublishedDraw {
  number: number;
  weights: Weight[];
}

/** A round as it is published: from the entry before it, which carries its seal, to the one that ends it. */
export interface Published {
  table: string;
  /** The hash of the entry before the first one here; null before entry 0. */
  before: string | null;
  /** The number of the first entry here. */
  first: number;
  entries: Entry[];
  draws: PublishedDraw[];
}

/** A receipt of one's own, and the nonce that went with the act. */
export interface OwnReceipt {
  table: string;
  number: number;
  hash: string;
  nonce: string;
}

export type CheckName = 'chain' | 'receipts' | 'nonces' | 'seal' | 'draws' | 'checkpoint';
/** `absent`: there is nothing to check it by, or nothing to check. */
export type Verdict = 'held' | 'failed' | 'absent';

export interface Finding {
  code:
    | 'unreadable' | 'misnumbered' | 'broken' | 'back_in_time'
    | 'receipt_differs' | 'no_receipts'
    | 'nonce_differs' | 'no_nonces'
    | 'no_seal' | 'second_seal' | 'not_revealed' | 'seal_differs' | 'secret_lost' | 'not_sealed'
    | 'no_checkpoint' | 'off_the_chain' | 'off_the_root' | 'not_signed'
    | 'drawn' | 'drawn_otherwise' | 'bad_weights' | 'not_an_outcome' | 'undrawn' | 'no_draws';
  /** The entry that it is about. */
  entry: number | null;
  facts: Record<string, string>;
}

export interface Check {
  name: CheckName;
  verdict: Verdict;
  /** How many things were checked. */
  count: number;
  findings: Finding[];
}

interface Read {
  number: number;
  entry: Entry;
  line: Line | null;
}

export function checkRound(published: Published, receipts: readonly OwnReceipt[]): Check[] {
  const read = published.entries.map((entry, at) => ({ number: published.first + at, entry, line: readLine(entry.text) }));
  const last = published.first + read.length - 1;
  const own = receipts.filter((each) => each.table === published.table && each.number >= published.first && each.number <= last);
  const sealed = sealedParts(read);
  return [
    checkChain(published, read),
    checkReceipts(read, own),
    checkNonces(read, own),
    checkSeal(sealed),
    checkDraws(published, read, sealed),
  ];
}

/** Whether anything failed: what is absent is no failure. */
export function hasHeld(checks: readonly Check[]): boolean {
  return checks.every((each) => each.verdict !== 'failed');
}

function check(name: CheckName, count: number, failed: Finding[], absent: Finding[] = []): Check {
  const verdict = failed.length ? 'failed' : absent.length ? 'absent' : 'held';
  return { name, verdict, count, findings: [...failed, ...absent] };
}

function finding(code: Finding['code'], entry: number | null, facts: Finding['facts'] = {}): Finding {
  return { code, entry, facts };
}

function checkChain(published: Published, read: readonly Read[]): Check {
  const failed: Finding[] = [];
  // Each is held against the published hash before it, so that one alteration is named where it is and not from there on.
  let previous = published.before;
  let time = '';
  for (const { number, entry, line } of read) {
    if (!line) failed.push(finding('unreadable', number));
    else if (line.stamp.number !== number) failed.push(finding('misnumbered', number, { stands: String(line.stamp.number) }));
    // Times are written alike, so that their order is that of their letters.
    else if (line.stamp.time < time) failed.push(finding('back_in_time', number, { time: line.stamp.time }));
    if (hashAfter(published.table, previous, entry.text) !== entry.hash) failed.push(finding('broken', number));
    previous = entry.hash;
    time = line?.stamp.time ?? time;
  }
  return check('chain', read.length, failed);
}

function checkReceipts(read: readonly Read[], own: readonly OwnReceipt[]): Check {
  if (!own.length) return check('receipts', 0, [], [finding('no_receipts', null)]);
  const failed = own
    .filter((receipt) => at(read, receipt.number)?.entry.hash !== receipt.hash)
    .map((receipt) => finding('receipt_differs', receipt.number, { kept: receipt.hash }));
  return check('receipts', own.length, failed);
}

function checkNonces(read: readonly Read[], own: readonly OwnReceipt[]): Check {
  const sent = own.filter((receipt) => receipt.nonce);
  if (!sent.length) return check('nonces', 0, [], [finding('no_nonces', null)]);
  const failed = sent
    .filter((receipt) => at(read, receipt.number)?.line?.stamp.nonce !== receipt.nonce)
    .map((receipt) => finding('nonce_differs', receipt.number, { sent: receipt.nonce }));
  return check('nonces', sent.length, failed);
}

function at(read: readonly Read[], number: number): Read | undefined {
  return read.find((each) => each.number === number);
}

/** From a seal to the secret that opens it. A round has one such part, unless its secret was lost or its call taken back. */
interface SealedPart {
  sealed: Read;
  seal: string;
  opened: Read | null;
  reveal: string;
  isLost: boolean;
}

interface Sealed {
  parts: SealedPart[];
  faults: Finding[];
}

function sealedParts(read: readonly Read[]): Sealed {
  const parts: SealedPart[] = [];
  const faults: Finding[] = [];
  let open: SealedPart | null = null;
  read.forEach((each, place) => {
    const stamp = each.line?.stamp;
    if (!stamp) return;
    const isLost = stamp.note === SECRET_LOST;
    // What the entry before the round reveals is the secret of the round before.
    if (place > 0 && (stamp.reveal || (open && isLost))) {
      if (!open) faults.push(finding('no_seal', each.number));
      else Object.assign(open, { opened: each, reveal: stamp.reveal, isLost: !stamp.reveal });
      open = null;
    }
    // That on the last line is the next round's.
    if (stamp.seal && place < read.length - 1) {
      if (open) faults.push(finding('second_seal', each.number));
      open = { sealed: each, seal: stamp.seal, opened: null, reveal: '', isLost: false };
      parts.push(open);
    }
  });
  if (open) faults.push(finding('not_revealed', read.at(-1)?.number ?? null));
  return { parts, faults };
}

function checkSeal({ parts, faults }: Sealed): Check {
  const differs = parts
    .filter((each) => each.reveal && sealOf(fromHex(each.reveal)!) !== each.seal)
    .map((each) => finding('seal_differs', each.opened!.number, { sealed: String(each.sealed.number) }));
  const lost = parts.filter((each) => each.isLost).map((each) => finding('secret_lost', each.opened!.number));
  if (!parts.length && !faults.length) return check('seal', 0, [], [finding('not_sealed', null)]);
  return check('seal', parts.length, [...faults, ...differs], lost);
}

function checkDraws(published: Published, read: readonly Read[], { parts }: Sealed): Check {
  if (!parts.length && !published.draws.length) return check('draws', 0, [], [finding('not_sealed', null)]);
  const found = parts.flatMap((part) => {
    const within = published.draws.filter((each) => each.number > part.sealed.number && each.number <= (part.opened?.number ?? Infinity));
    return part.reveal ? within.map((drawn, k) => checkDraw(published.table, read, part, drawn, k)) : [];
  });
  const kept = undrawn(published, read);
  const isGood = found.every((each) => each.code === 'drawn') && !kept.length;
  if (!found.length && isGood) return check('draws', 0, [], [finding('no_draws', null)]);
  return { name: 'draws', verdict: isGood ? 'held' : 'failed', count: found.length, findings: [...found, ...kept] };
}

function checkDraw(table: string, read: readonly Read[], part: SealedPart, drawn: PublishedDraw, k: number): Finding {
  const came = at(read, drawn.number)?.line?.words ?? '';
  if (!drawn.weights.some((each) => each.words === came)) return finding('not_an_outcome', drawn.number, { came });
  const nonces = read
    .filter((each) => each.number > part.sealed.number && each.number < drawn.number && each.line?.stamp.nonce)
    .map((each) => fromHex(each.line!.stamp.nonce)!);
  try {
    const ground = { secret: fromHex(part.reveal)!, stream: table, round: BigInt(part.sealed.number), k: BigInt(k), nonces };
    const { words, index, size } = outcome(ground, drawn.weights);
    const facts = { came, due: words, index: String(index), size: String(size), nonces: String(nonces.length) };
    return finding(words === came ? 'drawn' : 'drawn_otherwise', drawn.number, facts);
  } catch {
    return finding('bad_weights', drawn.number, { came });
  }
}

/** Lines that say what some draw of the round could have said, and are not published as drawn. */
function undrawn(published: Published, read: readonly Read[]): Finding[] {
  const outcomes = new Set(published.draws.flatMap((each) => each.weights.map((weight) => weight.words)));
  const numbers = new Set(published.draws.map((each) => each.number));
  return read
    .filter((each) => each.number > published.first && each.line && outcomes.has(each.line.words) && !numbers.has(each.number))
    .map((each) => finding('undrawn', each.number, { came: each.line!.words }));
}
