import { SeededRandom } from '../../test/harness/seeded-random.ts';

// Invented insights that fill a large table. The same number always gives the same text.
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
  const amount = random.below(900) + 100;
  return `${random.pick(PEOPLE)} ${random.pick(WISHES)} the ${random.pick(KINDS)} ${random.pick(THINGS)} in ${random.pick(PLACES)} at ${amount}k ${random.pick(REASONS)}`;
}

/** A question that the insight answers. */
export function inventedQuestion(index: number): string {
  const random = randomFrom(index ^ 0x5bd1e995);
  return `What was said about the ${random.pick(KINDS)} ${random.pick(THINGS)} in ${random.pick(PLACES)} ${random.pick(REASONS)}?`;
}

const randomFrom = (seed: number) => new SeededRandom(Math.imul(seed + 1, 0x9e3779b1));
