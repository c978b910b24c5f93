/** Casino words and ours, each with its meaning in a sentence or two. The glossary page lists them; links elsewhere lead to one of them. */

export interface Term {
  name: string;
  means: string;
}

/** By the anchor that links name, in the order of the alphabet. */
export const glossary = {
  action: { name: 'Action', means: 'Anything a person or the house does at a table: a wager, a card, a call. Every action is written to the journal.' },
  blackjack: { name: 'Blackjack', means: 'An ace and a card worth ten as the first two cards. It beats every other hand.' },
  bot: { name: 'Bot', means: 'A player that the house runs, by a recorded strategy. Journals call it a house player.' },
  box: { name: 'Box', means: 'A place on the blackjack layout for a wager and its cards. Box 1 is the first from the dealer’s left.' },
  burn: { name: 'Burn card', means: 'The first card of a new shoe. It is put aside face down and not used.' },
  'buy-in': { name: 'Buy-in', means: 'The money you change for chips when you sit down.' },
  call: { name: 'No more bets', means: 'The call after which no wager can be placed, changed or taken back.' },
  chip: { name: 'Chip', means: 'A token that stands for money. Colour chips belong to one player and are worth what that player paid for them.' },
  clause: { name: 'Clause', means: 'A numbered paragraph of the rules, such as D8 3.1. D8 is Division 8 of the Gazette.' },
  corner: { name: 'Corner', means: 'A roulette wager on four numbers that meet. It is placed on the point where they touch.' },
  'cutting-card': { name: 'Cutting card', means: 'A coloured card in the shoe. When it comes out, the cards are shuffled after the round.' },
  dolly: { name: 'Dolly', means: 'The marker that the dealer puts on the winning number.' },
  double: { name: 'Double', means: 'To add up to your first wager and take exactly one more card. At Tai-Sai: two dice that show the same number.' },
  drop: { name: 'Drop', means: 'The money that players change for chips at a table.' },
  edition: { name: 'Edition', means: 'The version of the rules in this program. Old rounds are always checked by their own edition.' },
  'even-money': { name: 'Even money', means: 'A payout of 1 to 1. When the dealer shows an ace, a blackjack can be settled early at even money.' },
  float: { name: 'Float', means: 'The chips that belong to a table.' },
  gazette: { name: 'Gazette', means: 'The New Zealand Gazette, the official paper in which the rules of casino games are published.' },
  'hard-soft': { name: 'Hard and soft', means: 'A soft hand has an ace that counts as 11 without going over 21. Any other hand is hard.' },
  hold: { name: 'Hold', means: 'The house’s win as a share of the drop.' },
  house: { name: 'House', means: 'The casino: one installation of Croupier with its tables, its accounts and its key.' },
  'house-edge': { name: 'House edge', means: 'The share of a wager that the house keeps on average.' },
  insurance: { name: 'Insurance', means: 'A side wager of up to half your stake when the dealer shows an ace. It pays if the dealer has a blackjack.' },
  journal: { name: 'Journal', means: 'The record of a table, line by line. Each line is chained to the one before it, so a change is noticed.' },
  layout: { name: 'Layout', means: 'The printed cloth on a table with the areas for wagers.' },
  limits: { name: 'Limits', means: 'The smallest and the largest wager at a table. They are shown on its sign.' },
  neighbours: { name: 'Neighbours', means: 'Roulette numbers that lie next to each other on the wheel.' },
  nonce: { name: 'Nonce', means: 'A random number that your browser adds to the draw, so that the house alone cannot choose the result.' },
  'play-off': { name: 'Play-off', means: 'Extra rounds between tournament players who are tied.' },
  qualifier: { name: 'Qualifier', means: 'A player who goes through to the next stage of a tournament.' },
  receipt: { name: 'Receipt', means: 'What your browser keeps when a table accepts your action. It proves what was accepted.' },
  ruling: { name: 'Ruling', means: 'How a question that the rules leave open is answered: by us for a clause, by a supervisor at a table.' },
  seal: { name: 'Seal', means: 'A fingerprint of the secret random number of a round. It is published before the first wager, and the secret after the round.' },
  settlement: { name: 'Settlement', means: 'The result of every wager of a round, with the clause that decides it.' },
  shoe: { name: 'Shoe', means: 'The box from which cards are dealt. It holds several shuffled decks.' },
  split: { name: 'Split', means: 'At blackjack: to play a pair as two hands, with a second wager. At roulette: a wager on two numbers side by side.' },
  'stand-off': { name: 'Stand-off', means: 'A tie with the dealer. The wager neither wins nor loses.' },
  'straight-up': { name: 'Straight up', means: 'A roulette wager on one number.' },
  street: { name: 'Street', means: 'A roulette wager on the three numbers of one row.' },
  'super-sevens': { name: 'Super Sevens', means: 'A blackjack side wager on the first cards of a hand being sevens.' },
  tally: { name: 'Tally', means: 'The count of every player’s chips at the end of a tournament session.' },
  'theoretical-win': { name: 'Theoretical win', means: 'What the house would win on average from the wagers that were placed.' },
  triple: { name: 'Triple', means: 'At Tai-Sai: three dice that show the same number.' },
  void: { name: 'Void', means: 'Cancelled. A void wager is returned to the player.' },
  wager: { name: 'Wager', means: 'The chips you place on a result. Also called a bet.' },
} as const satisfies Record<string, Term>;

export type TermId = keyof typeof glossary;
