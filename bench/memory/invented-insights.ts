/** Invented insights that fill a large table. The same number always gives the same text. */
const PEOPLE =
  'She,He,The client,Her brother,His wife,Their agent,The buyer,The seller,Her mother,His partner'.split(',');
const WISHES =
  'likes,prefers,wants,asked about,worries about,would rather avoid,has doubts about,mentioned,dreams of,is looking for,cannot stand,insists on,talked about,compared,postponed,signed for,heard good things of,lost patience with,saves for,sold'.split(
    ',',
  );
const KINDS =
  'quiet,sunny,cheap,modern,old,spacious,tiny,furnished,renovated,northern,southern,central,remote,gated,shared,private,rented,leasehold,wooden,concrete,bright,dark,noisy,green,historic,new,second-hand,elegant,plain,walkable'.split(
    ',',
  );
const THINGS =
  'kitchen,garden,balcony,school,parking space,sea view,mortgage,garage,office,terrace,pool,neighbourhood,lift,fireplace,studio,villa,flat,roof,boiler,contract,viewing,deposit,insurance,tenant,heating,cellar,bus stop,harbour,market,airport,clinic,gym,cinema,dog park,workshop,library,vineyard,beach,mountain road,playground'.split(
    ',',
  );
const REASONS =
  'because of the children,before September,since the move from Berlin,for the dog,near her office,after the sale,until the lease ends,for the summer,because the rent rose,with the bonus,against the advice of the bank,since the wedding,when the visa comes,for her parents,to work from home,after the accident,before the baby arrives,because of the noise,for the winter,with two friends'.split(
    ',',
  );
const PLACES =
  'Paphos,Limassol,Larnaca,Nicosia,Kyrenia,Berlin,Athens,Cairo,Beirut,Amman,Dubai,Riyadh,London,Leeds,Lyon,Porto,Malmo,Gdansk,Brno,Graz'.split(
    ',',
  );

/** Insight number `index`, one of about nine million, so that few are repeated. */
export function inventedInsight(index: number): string {
  const random = randomFrom(index);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const amount = Math.floor(random() * 900 + 100);
  return `${pick(PEOPLE)} ${pick(WISHES)} the ${pick(KINDS)} ${pick(THINGS)} in ${pick(PLACES)} at ${amount}k ${pick(REASONS)}`;
}

/** A question that the insight answers. */
export function inventedQuestion(index: number): string {
  const random = randomFrom(index ^ 0x5bd1e995);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  return `What was said about the ${pick(KINDS)} ${pick(THINGS)} in ${pick(PLACES)} ${pick(REASONS)}?`;
}

/** Mulberry32: random numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
