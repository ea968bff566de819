/** Everything the demo shop can draw. */
import * as friends from './motifs-friends.ts'
import * as games from './motifs-games.ts'
import * as pastimes from './motifs-pastimes.ts'
import * as vehicles from './motifs-vehicles.ts'

/** Each motif draws itself on a field of 400 by 400 in the colours it is given. */
export const motifs = { ...vehicles, ...friends, ...games, ...pastimes }
export type Motif = keyof typeof motifs
