import type { Action } from '#actions/kit/action'
import { agentOfRound, party } from '#actions/case/parties'
import { agent } from '#actions/kit/who'
import type { Actor } from '#domain/people/actor'
import type { KeyScope } from '#domain/people/api-key'
import type { Kind } from '#domain/disclosure/entities'
import { forbiddenError } from '../runner/refusals.ts'

const BY_KIND: { readonly [K in Kind]?: KeyScope } = {
  projects: 'projects',
  project: 'projects',
  projectGroup: 'projects',
  requirements: 'requirements',
  requirement: 'requirements',
  requirementGroup: 'requirements',
  markets: 'rounds',
  market: 'rounds',
  rounds: 'rounds',
  round: 'rounds',
  participation: 'rounds',
}

const admits = ({ who }: Pick<Action, 'who'>, ...names: readonly string[]): boolean =>
  who.some(({ name }) => names.includes(name))

const REGISTERS = [
  ...[agent('RegisterForRound').name, agent('RegisterForRound', 'another round').name],
  ...[agentOfRound.name, party.name],
]
const OFFERS = agent('MakeOffersOrBids').name

/**
 * Scopes of an API key that allow an action; any one is enough. Empty for actions that need a fresh code, which no
 * program can give, and for actions on accounts, organisations or settings. Actions that an agent can be authorised
 * to take need the scope to register or to offer, and no other; an action may name its scope; the scopes of all other
 * actions follow from their subject.
 */
const scopesOf = (action: Pick<Action, 'who' | 'on' | 'stepUp' | 'keyScope'>): readonly KeyScope[] => {
  if (action.stepUp) return []
  if (action.keyScope) return [action.keyScope]
  const delegated: KeyScope[] = [
    ...(admits(action, ...REGISTERS) ? (['register'] as const) : []),
    ...(admits(action, OFFERS) ? (['offer'] as const) : []),
  ]
  if (delegated.length > 0) return delegated
  const scope = BY_KIND[action.on]
  return scope ? [scope] : []
}

/** Refuses actions outside the scopes of an API key: 403 that names the scopes needed. People pass. */
export const refuseOutsideKeyScopes = (action: Action, { byKey }: Actor): void => {
  if (!byKey) return
  const scopes = scopesOf(action)
  if (scopes.length === 0)
    throw forbiddenError(`${action.title} is not possible with an API key: sign in instead`)
  if (!scopes.some(scope => byKey.scopes.includes(scope)))
    throw forbiddenError(
      `This API key does not have the scope for ${action.title}: it needs ${scopes.join(' or ')}`,
    )
}
