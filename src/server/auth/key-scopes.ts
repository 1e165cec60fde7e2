import type { Action } from '#actions/kit/action'
import { agent } from '#actions/kit/who'
import type { Actor } from '#domain/actor'
import type { KeyScope } from '#domain/api-key'
import type { Kind } from '#domain/entities'
import { forbidden } from '../runner/refusals.ts'

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

const REGISTERS = [agent('RegisterForRound').name, agent('RegisterForRound', 'another round').name]
const OFFERS = agent('MakeOffersOrBids').name

/**
 * With which of the scopes of an API key an action may be run: any of them will do. With none where it needs a fresh code,
 * which no program can give, or is about accounts, organisations or settings. What an agency may be given authority to do
 * is registering or offering, and nothing else of its kind; the rest goes by what it is about.
 */
const scopesOf = (action: Pick<Action, 'who' | 'on' | 'stepUp'>): readonly KeyScope[] => {
  if (action.stepUp) return []
  const delegated: KeyScope[] = [
    ...(admits(action, ...REGISTERS) ? (['register'] as const) : []),
    ...(admits(action, OFFERS) ? (['offer'] as const) : []),
  ]
  if (delegated.length > 0) return delegated
  const scope = BY_KIND[action.on]
  return scope ? [scope] : []
}

/** A key runs what its scopes are for: 403 for anything else, in words that say which would do. A person is let through. */
export const refuseByKey = (action: Action, { byKey }: Actor): void => {
  if (!byKey) return
  const scopes = scopesOf(action)
  if (scopes.length === 0) throw forbidden(`${action.title} cannot be done with an API key: sign in for it`)
  if (!scopes.some(scope => byKey.scopes.includes(scope)))
    throw forbidden(`This API key is not for that: ${action.title} needs the scope ${scopes.join(' or ')}`)
}
