/** Basis of demo prices and distances: €/m², the minimum distance to the sea (`seaBase`) and its spread (`seaSpread`), both in metres. */
export interface DemoArea {
  name: string;
  pricePerSqm: number;
  seaBase: number;
  seaSpread: number;
}

const area = (name: string, pricePerSqm: number, seaBase: number, seaSpread: number): DemoArea => ({
  name,
  pricePerSqm,
  seaBase,
  seaSpread,
});

/** In the order of the listings' numbers, with the number of listings. */
export const demoDistricts: { name: string; listings: number; areas: DemoArea[] }[] = [
  {
    name: 'Paphos',
    listings: 120,
    areas: [
      area('Kato Paphos', 2100, 300, 900),
      area('Peyia', 2000, 1500, 2500),
      area('Coral Bay', 2700, 100, 700),
      area('Chloraka', 1900, 400, 1400),
      area('Tala', 1800, 4500, 2500),
      area('Geroskipou', 1750, 900, 1500),
      area('Polis Chrysochous', 1700, 200, 1800),
    ],
  },
  {
    name: 'Limassol',
    listings: 110,
    areas: [
      area('Limassol Centre', 3400, 150, 900),
      area('Germasogeia', 3600, 100, 1200),
      area('Agios Tychonas', 3900, 150, 1000),
      area('Mouttagiaka', 3300, 200, 900),
      area('Zakaki', 2600, 900, 1600),
      area('Mesa Geitonia', 2400, 1800, 1400),
      area('Agios Athanasios', 2300, 2500, 2000),
    ],
  },
  {
    name: 'Larnaca',
    listings: 80,
    areas: [
      area('Mackenzie', 2500, 100, 600),
      area('Finikoudes', 2600, 80, 500),
      area('Oroklini', 1800, 700, 2200),
      area('Pervolia', 1700, 300, 1500),
      area('Livadia', 1600, 1800, 1600),
      area('Aradippou', 1500, 4000, 2500),
      area('Dhekelia Road', 2200, 100, 700),
    ],
  },
  {
    name: 'Nicosia',
    listings: 60,
    areas: [
      area('Strovolos', 1700, 38000, 3000),
      area('Engomi', 1900, 40000, 2500),
      area('Lakatamia', 1450, 37000, 3000),
      area('Aglantzia', 1650, 39000, 2500),
      area('Latsia', 1500, 36000, 2500),
      area('Nicosia Centre', 1850, 41000, 2000),
      area('Akropolis', 2000, 39500, 2000),
    ],
  },
  {
    name: 'Famagusta',
    listings: 30,
    areas: [
      area('Protaras', 2200, 150, 900),
      area('Paralimni', 1700, 2200, 2000),
      area('Ayia Napa', 2100, 300, 1200),
    ],
  },
];
