import type { Action } from '#actions/kit/action'
import { type ActionName, actionsOn } from '#actions/index'
import { available, type ActionContext } from '#actions/kit/available'
import type { Actor } from '#domain/actor'
import type { Kind, SubjectOf } from '#domain/entities'
import type { AvailableAction } from '#contract/resource'

/** A page's address with the {columns} of the subject in their places. */
const filledIn = (address: string, subject: object): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, column: string) =>
    String(Object.entries(subject).find(([name]) => name === column)?.[1]),
  )

const isTheSystems = (action: Action): boolean => action.who.every(who => who.name === 'system')

const isOffMenu = ({ on, menuOf }: Action, actor: Actor, subject: SubjectOf<Kind>): boolean =>
  menuOf !== undefined && !menuOf.some(who => who.admits(actor, on, subject) === true)

/** The actions that this actor is offered on the subject now, in menu order. */
export const availableOn = <K extends Kind>(
  kind: K,
  subject: SubjectOf<K>,
  actor: Actor,
  context: ActionContext,
): (AvailableAction & { id: ActionName<K> })[] =>
  actionsOn(kind)
    .filter(action => !isTheSystems(action) && available(action, actor, subject, context) === true)
    .map(action => ({
      id: action.name,
      title: action.title,
      label: action.label ?? action.title,
      ...(isOffMenu(action, actor, subject) && { offMenu: true as const }),
      ...(action.navigatesTo && { navigatesTo: filledIn(action.navigatesTo, subject) }),
    }))
