export type Person = {
  key: string
  firstName: string
  lastName: string
  email: string
  username: string
  role: 'renter' | 'owner' | 'admin'
  location: string
  /** 1 to 9: the portrait in public/avatars */
  avatar: number
}

/** The people of the demo. The first three are the demo accounts. */
// oxfmt-ignore
export const cast: Person[] = [
  { key: 'ramon', firstName: 'Ramon', lastName: 'Dela Cruz', email: 'renter@hiram.test', username: 'ramon.delacruz',
    role: 'renter', location: 'Quezon City, Metro Manila', avatar: 2 },
  { key: 'olivia', firstName: 'Olivia', lastName: 'Santos', email: 'owner@hiram.test', username: 'olivia.santos',
    role: 'owner', location: 'Mandaluyong, Metro Manila', avatar: 1 },
  { key: 'amihan', firstName: 'Amihan', lastName: 'Reyes', email: 'admin@hiram.test', username: 'amihan.reyes',
    role: 'admin', location: 'Makati, Metro Manila', avatar: 3 },

  { key: 'ernesto', firstName: 'Ernesto', lastName: 'Villanueva', email: 'ernesto@hiram.test', username: 'mangernie',
    role: 'owner', location: 'Marikina, Metro Manila', avatar: 4 },
  { key: 'paolo', firstName: 'Paolo', lastName: 'Mendoza', email: 'paolo@hiram.test', username: 'paolo.plays',
    role: 'owner', location: 'San Juan, Metro Manila', avatar: 5 },
  { key: 'teresa', firstName: 'Ma. Teresa', lastName: 'Peña', email: 'teresa@hiram.test', username: 'tita.tess',
    role: 'owner', location: 'Pasig, Metro Manila', avatar: 6 },
  { key: 'nadia', firstName: 'Nadia', lastName: 'Abdulrahman', email: 'nadia@hiram.test', username: 'nadia.a',
    role: 'owner', location: 'Taguig, Metro Manila', avatar: 7 },
  { key: 'diego', firstName: 'Diego', lastName: 'Bautista', email: 'diego@hiram.test', username: 'diego.outdoors',
    role: 'owner', location: 'Quezon City, Metro Manila', avatar: 8 },
  { key: 'bea', firstName: 'Beatriz', lastName: 'Lim', email: 'bea@hiram.test', username: 'bea.shoots',
    role: 'owner', location: 'Makati, Metro Manila', avatar: 9 },
  { key: 'jun', firstName: 'Jun', lastName: 'Sto. Domingo', email: 'jun@hiram.test', username: 'jun.events',
    role: 'owner', location: 'Parañaque, Metro Manila', avatar: 2 },
  { key: 'liza', firstName: 'Liza Mae', lastName: 'Magbanua', email: 'liza@hiram.test', username: 'lizamae',
    role: 'owner', location: 'Antipolo, Rizal', avatar: 9 },

  { key: 'miguel', firstName: 'Miguel', lastName: 'Cabrera III', email: 'miguel@hiram.test', username: 'migs',
    role: 'renter', location: 'Makati, Metro Manila', avatar: 8 },
  { key: 'katrina', firstName: 'Katrina', lastName: 'Ocampo', email: 'katrina@hiram.test', username: 'kat.ocampo',
    role: 'renter', location: 'Pasig, Metro Manila', avatar: 9 },
  { key: 'joaquin', firstName: 'Joaquín', lastName: 'de los Santos', email: 'joaquin@hiram.test', username: 'wacky',
    role: 'renter', location: 'Las Piñas, Metro Manila', avatar: 5 },
  { key: 'fatima', firstName: 'Fatima', lastName: 'Dimaporo', email: 'fatima@hiram.test', username: 'fatima.d',
    role: 'renter', location: 'Davao City', avatar: 7 },
  { key: 'rosalinda', firstName: 'Rosalinda', lastName: 'Gutierrez', email: 'rosalinda@hiram.test',
    username: 'lola.linda', role: 'renter', location: 'Muntinlupa, Metro Manila', avatar: 6 },
  { key: 'benjie', firstName: 'Benjie', lastName: 'Tan', email: 'benjie@hiram.test', username: 'benjie.tan',
    role: 'renter', location: 'Manila, Metro Manila', avatar: 4 },
  { key: 'grace', firstName: 'Mary Grace', lastName: 'Manalo', email: 'grace@hiram.test', username: 'grace.m',
    role: 'renter', location: 'Mandaluyong, Metro Manila', avatar: 1 },
]
