import { districts } from '../places.ts';

/** The basis of demo prices and distances of an area: €/m², and the minimum distance to the sea in metres (`base`). */
export interface DemoArea {
  name: string;
  pricePerSqm: number;
  seaBase: number;
  seaSpread: number;
}

/** Listings by district. */
const LISTINGS: Record<string, number> = {
  Paphos: 120,
  Limassol: 110,
  Larnaca: 80,
  Nicosia: 60,
  Famagusta: 30,
};

const AREAS: Record<string, [pricePerSqm: number, seaBase: number, seaSpread: number]> = {
  'Kato Paphos': [2100, 300, 900],
  Peyia: [2000, 1500, 2500],
  'Coral Bay': [2700, 100, 700],
  Chloraka: [1900, 400, 1400],
  Tala: [1800, 4500, 2500],
  Geroskipou: [1750, 900, 1500],
  'Polis Chrysochous': [1700, 200, 1800],
  'Limassol Centre': [3400, 150, 900],
  Germasogeia: [3600, 100, 1200],
  'Agios Tychonas': [3900, 150, 1000],
  Mouttagiaka: [3300, 200, 900],
  Zakaki: [2600, 900, 1600],
  'Mesa Geitonia': [2400, 1800, 1400],
  'Agios Athanasios': [2300, 2500, 2000],
  Mackenzie: [2500, 100, 600],
  Finikoudes: [2600, 80, 500],
  Oroklini: [1800, 700, 2200],
  Pervolia: [1700, 300, 1500],
  Livadia: [1600, 1800, 1600],
  Aradippou: [1500, 4000, 2500],
  'Dhekelia Road': [2200, 100, 700],
  Strovolos: [1700, 38000, 3000],
  Engomi: [1900, 40000, 2500],
  Lakatamia: [1450, 37000, 3000],
  Aglantzia: [1650, 39000, 2500],
  Latsia: [1500, 36000, 2500],
  'Nicosia Centre': [1850, 41000, 2000],
  Akropolis: [2000, 39500, 2000],
  Protaras: [2200, 150, 900],
  Paralimni: [1700, 2200, 2000],
  'Ayia Napa': [2100, 300, 1200],
};

/** In the order of the listings' numbers. */
export const demoDistricts = districts.map(({ name: district, areas }) => ({
  name: district,
  listings: LISTINGS[district] ?? 0,
  areas: areas.map(({ name }): DemoArea => {
    const [pricePerSqm, seaBase, seaSpread] = AREAS[name] ?? [0, 0, 1];
    return { name, pricePerSqm, seaBase, seaSpread };
  }),
}));
