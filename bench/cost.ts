/** CPU milliseconds of each request, of the processes of Node and of PostgreSQL. */
export type Cost = { node: number; postgres: number }

/** The most requests a second and the least cost of several rounds: other work on the machine only adds to a round. */
export function bestOf(rounds: readonly (Cost & { rate: number })[]): Cost & { rate: number } {
  return {
    rate: Math.max(...rounds.map(({ rate }) => rate)),
    node: Math.min(...rounds.map(({ node }) => node)),
    postgres: Math.min(...rounds.map(({ postgres }) => postgres)),
  }
}
