import type { User } from '#domain/actor.ts'

/** What is there of the demo data so far: people, and ids of listings, by the keys of the demo. */
export type DemoData = { people: Map<string, User>; listings: Map<string, string> }
