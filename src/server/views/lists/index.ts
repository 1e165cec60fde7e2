import type { NOUNS } from '#contract/nouns'
import type { StoredKind } from '#domain/entities'
import { credits, reservedCredits } from './credits.ts'
import { projectGroups, requirementGroups } from './groups.ts'
import type { AnyListing } from './listing.ts'
import { authorities, markets, organisations, participations, roundDeclarations, rounds } from './market.ts'
import { projects } from './projects.ts'
import { proposals } from './proposals.ts'
import { requirements } from './requirements.ts'
import { settings, users } from './settings.ts'

type ListedKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { list: string } ? K : never
}[StoredKind]

const BY_KIND: { readonly [K in ListedKind]: AnyListing } = {
  market: markets,
  round: rounds,
  roundDeclaration: roundDeclarations,
  organisation: organisations,
  user: users,
  participation: participations,
  agentAuthority: authorities,
  project: projects,
  projectGroup: projectGroups,
  requirement: requirements,
  requirementGroup: requirementGroups,
  credit: credits,
  proposal: proposals,
  ...settings,
}

/** How every list is read. */
export const LISTINGS: readonly AnyListing[] = [...Object.values(BY_KIND), reservedCredits]
