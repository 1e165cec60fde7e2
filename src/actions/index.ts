import type { Kind } from '#domain/disclosure/entities'
import { agentAuthorityActions } from './agent-authority/index.ts'
import { paymentRunActions, paymentRunListActions } from './payment-run/index.ts'
import { bankLineActions, bankLineListActions } from './bank-line/index.ts'
import { caseActions } from './case/index.ts'
import type { Action } from './kit/action.ts'
import type { Wizard } from './kit/wizard.ts'
import { invoiceActions } from './invoice/index.ts'
import { marketActions, marketListActions } from './market/index.ts'
import { organisationActions, organisationListActions } from './organisation/index.ts'
import { participationActions } from './participation/index.ts'
import { proposalActions } from './proposal/index.ts'
import { projectGroupActions } from './project-group/index.ts'
import { projectActions, projectListActions, projectWizards } from './project/index.ts'
import { requirementGroupActions } from './requirement-group/index.ts'
import { requirementActions, requirementListActions, requirementWizards } from './requirement/index.ts'
import { roundActions, roundListActions } from './round/index.ts'
import { roundQuestionActions, roundQuestionListActions } from './round-question/index.ts'
import { userActions } from './user/index.ts'
import { brandActions, settingActionsByList } from './setting/index.ts'

const byKind = {
  markets: marketListActions,
  market: marketActions,
  rounds: roundListActions,
  round: roundActions,
  roundQuestions: roundQuestionListActions,
  roundQuestion: roundQuestionActions,
  organisations: organisationListActions,
  organisation: organisationActions,
  user: userActions,
  participation: participationActions,
  agentAuthority: agentAuthorityActions,
  projects: projectListActions,
  project: projectActions,
  projectGroup: projectGroupActions,
  requirements: requirementListActions,
  requirement: requirementActions,
  requirementGroup: requirementGroupActions,
  case: caseActions,
  invoice: invoiceActions,
  bankLines: bankLineListActions,
  bankLine: bankLineActions,
  paymentRuns: paymentRunListActions,
  paymentRun: paymentRunActions,
  proposal: proposalActions,
  projectTypes: settingActionsByList.projectType.list,
  projectType: settingActionsByList.projectType.entry,
  standards: settingActionsByList.standard.list,
  standard: settingActionsByList.standard.entry,
  ncas: settingActionsByList.nca.list,
  nca: settingActionsByList.nca.entry,
  lpas: settingActionsByList.lpa.list,
  lpa: settingActionsByList.lpa.entry,
  subcatchments: settingActionsByList.subcatchment.list,
  subcatchment: settingActionsByList.subcatchment.entry,
  declarations: settingActionsByList.declaration.list,
  declaration: settingActionsByList.declaration.entry,
  brand: brandActions,
} satisfies { readonly [K in Kind]?: readonly Action[] }

/** The kinds of thing that something can be done with. */
export type ActionSubjectKind = keyof typeof byKind

/** The names of the actions on a kind of thing, or on any. */
export type ActionName<K extends Kind = Kind> = K extends ActionSubjectKind
  ? (typeof byKind)[K][number]['name']
  : never

/** An action on a kind of thing. */
export type ActionOfKind<K extends Kind> = Action & { name: ActionName<K> }

const contents: { readonly [K in Kind]?: readonly ActionOfKind<K>[] } = byKind

/** Everything that can be done with a kind of thing, in menu order. */
export const actionsOfKind = <K extends Kind>(kind: K): readonly ActionOfKind<K>[] => contents[kind] ?? []

/** The name of an action on a kind of thing: any that is only known at run time, but one that is written out must be right. */
export type ActionNameOf<K extends Kind, N extends string> = string extends N ? N : ActionName<K>

/** The action of this name on a kind of thing. */
export const findAction = <K extends Kind, N extends string>(
  kind: K,
  name: ActionNameOf<K, N>,
): ActionOfKind<K> | undefined => actionsOfKind(kind).find(action => action.name === name)

/** Every action that there is. */
export const allActions: readonly Action[] = Object.values(byKind).flat()

/** All wizards that lead through several actions. */
export const WIZARDS: readonly Wizard[] = [...projectWizards, ...requirementWizards]

/** The wizard in which an action is a step: the one that is named, or the one that the action begins by its name. */
export const wizardOf = (actionName: string, wizardName: string | undefined): Wizard | undefined =>
  WIZARDS.find(one => one.name === (wizardName ?? actionName))
