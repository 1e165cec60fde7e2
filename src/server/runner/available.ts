import type { Action } from '#actions/kit/action'
import { type ActionName, actionsOfKind } from '#actions/index'
import { checkAvailability, type ActionContext } from '#actions/kit/available'
import type { Actor } from '#domain/people/actor'
import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import type { AvailableAction } from '#contract/kit/resource'

/** Fills the {columns} of the subject into a page's address. */
const filledIn = (address: string, subject: object): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, column: string) =>
    String(Object.entries(subject).find(([name]) => name === column)?.[1]),
  )

const isTheSystems = (action: Action): boolean => action.who.every(who => who.name === 'system')

const isOffMenu = ({ on, menuOf }: Action, actor: Actor, subject: EntityOfKind<Kind>): boolean =>
  menuOf !== undefined && !menuOf.some(who => who.admits(actor, on, subject) === true)

/** Returns the actions that this actor may run on the subject now, in menu order. */
export const listAvailableActions = <K extends Kind>(
  kind: K,
  subject: EntityOfKind<K>,
  actor: Actor,
  context: ActionContext,
): (AvailableAction & { id: ActionName<K> })[] =>
  actionsOfKind(kind)
    .filter(action => !isTheSystems(action) && checkAvailability(action, actor, subject, context) === true)
    .map(action => ({
      id: action.name,
      title: action.title,
      label: action.label ?? action.title,
      ...(isOffMenu(action, actor, subject) && { offMenu: true as const }),
      ...(action.navigatesTo && { navigatesTo: filledIn(action.navigatesTo, subject) }),
    }))
