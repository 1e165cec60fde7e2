import type { Kind } from '#domain/entities'
import { agentAuthorityActions } from './agent-authority/index.ts'
import type { Action } from './kit/action.ts'
import type { Wizard } from './kit/wizard.ts'
import { marketActions, marketsActions } from './market/index.ts'
import { organisationActions, organisationsActions } from './organisation/index.ts'
import { participationActions } from './participation/index.ts'
import { proposalActions } from './proposal/index.ts'
import { projectGroupActions } from './project-group/index.ts'
import { projectActions, projectsActions, projectWizards } from './project/index.ts'
import { requirementGroupActions } from './requirement-group/index.ts'
import { requirementActions, requirementsActions, requirementWizards } from './requirement/index.ts'
import { roundActions, roundsActions } from './round/index.ts'
import { userActions } from './user/index.ts'
import { brandActions, settingRooms } from './setting/index.ts'

const byKind = {
  markets: marketsActions,
  market: marketActions,
  rounds: roundsActions,
  round: roundActions,
  organisations: organisationsActions,
  organisation: organisationActions,
  user: userActions,
  participation: participationActions,
  agentAuthority: agentAuthorityActions,
  projects: projectsActions,
  project: projectActions,
  projectGroup: projectGroupActions,
  requirements: requirementsActions,
  requirement: requirementActions,
  requirementGroup: requirementGroupActions,
  proposal: proposalActions,
  projectTypes: settingRooms.projectType.list,
  projectType: settingRooms.projectType.entry,
  standards: settingRooms.standard.list,
  standard: settingRooms.standard.entry,
  ncas: settingRooms.nca.list,
  nca: settingRooms.nca.entry,
  lpas: settingRooms.lpa.list,
  lpa: settingRooms.lpa.entry,
  subcatchments: settingRooms.subcatchment.list,
  subcatchment: settingRooms.subcatchment.entry,
  declarations: settingRooms.declaration.list,
  declaration: settingRooms.declaration.entry,
  brand: brandActions,
} satisfies { readonly [K in Kind]?: readonly Action[] }

/** The kinds of thing that something can be done with. */
export type ActedOn = keyof typeof byKind

/** The names of the actions on a kind of thing, or on any. */
export type ActionName<K extends Kind = Kind> = K extends ActedOn ? (typeof byKind)[K][number]['name'] : never

/** An action on a kind of thing. */
export type ActionOn<K extends Kind> = Action & { name: ActionName<K> }

const contents: { readonly [K in Kind]?: readonly ActionOn<K>[] } = byKind

/** Everything that can be done with a kind of thing, in menu order. */
export const actionsOn = <K extends Kind>(kind: K): readonly ActionOn<K>[] => contents[kind] ?? []

/** The name of an action on a kind of thing: any that is only known at run time, but one that is written out must be right. */
export type NameOfAction<K extends Kind, N extends string> = string extends N ? N : ActionName<K>

/** The action of this name on a kind of thing. */
export const findAction = <K extends Kind, N extends string>(
  kind: K,
  name: NameOfAction<K, N>,
): ActionOn<K> | undefined => actionsOn(kind).find(action => action.name === name)

/** Every action that there is. */
export const allActions: readonly Action[] = Object.values(byKind).flat()

/** Every walk through several actions. */
export const wizards: readonly Wizard[] = [...projectWizards, ...requirementWizards]

/** The wizard in which an action is a step: the one that is named, or the one that the action begins by its name. */
export const wizardOf = (actionName: string, wizardName: string | undefined): Wizard | undefined =>
  wizards.find(one => one.name === (wizardName ?? actionName))
