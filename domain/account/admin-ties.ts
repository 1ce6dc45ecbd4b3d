/** That an admin made another one, or gave them rights to money. */
export type Grant = { to: string; by: string }

/** What decides who may confirm: who could confirm something now, and who has their rights from whom. */
export type AdminTies = { admins: readonly string[]; grants: readonly Grant[] }

/**
 * Whether an admin can't confirm what another one proposed, as one person may be behind both: the proposer made them
 * or gave them rights to money, directly or through others. It is the same the other way round, and for two with
 * rights from one admin, while somebody else can confirm it; otherwise a site whose head made all others could
 * confirm nothing.
 *
 * ### Example
 *
 * Amihan made Mara. Mara can't confirm what Amihan proposes. What Mara proposes Amihan can confirm, unless Luz can,
 * whom somebody else made, or the command line.
 */
export function isTied(adminId: string, proposedBy: string, { admins, grants }: AdminTies): boolean {
  if (originsOf(adminId, grants).has(proposedBy)) return true
  const origins = originsOf(proposedBy, grants)
  const isNear = (id: string) => [...originsOf(id, grants)].some((origin) => origins.has(origin))
  return isNear(adminId) && admins.some((id) => !isNear(id))
}

/** An admin, and those from whom they have their rights, directly or through others. */
function originsOf(id: string, grants: readonly Grant[]): Set<string> {
  const origins = new Set([id])
  // A loop over a set also visits what is added meanwhile.
  for (const origin of origins) for (const { to, by } of grants) if (to === origin) origins.add(by)
  return origins
}
