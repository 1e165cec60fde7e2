import type { ActionSubjectKind } from '#actions/index'
import type { Action } from '#actions/kit/action'
import type { settingActionsByList } from '#actions/setting/index'
import { kindOfPath } from '#contract/nouns/nouns'
import { isKeyOf } from '#domain/values/narrow'

const settings = async (room: keyof typeof settingActionsByList) =>
  (await import('#actions/setting/index')).settingActionsByList[room]

/** Definitions of the actions on each kind, loaded when the first form of that kind is opened. */
const DEFINITIONS: { readonly [K in ActionSubjectKind]: () => Promise<readonly Action[]> } = {
  markets: async () => (await import('#actions/market/index')).marketListActions,
  market: async () => (await import('#actions/market/index')).marketActions,
  rounds: async () => (await import('#actions/round/index')).roundListActions,
  round: async () => (await import('#actions/round/index')).roundActions,
  roundQuestions: async () => (await import('#actions/round-question/index')).roundQuestionListActions,
  roundQuestion: async () => (await import('#actions/round-question/index')).roundQuestionActions,
  organisations: async () => (await import('#actions/organisation/index')).organisationListActions,
  organisation: async () => (await import('#actions/organisation/index')).organisationActions,
  user: async () => (await import('#actions/user/index')).userActions,
  participation: async () => (await import('#actions/participation/index')).participationActions,
  agentAuthority: async () => (await import('#actions/agent-authority/index')).agentAuthorityActions,
  projects: async () => (await import('#actions/project/index')).projectListActions,
  project: async () => (await import('#actions/project/index')).projectActions,
  projectGroup: async () => (await import('#actions/project-group/index')).projectGroupActions,
  requirements: async () => (await import('#actions/requirement/index')).requirementListActions,
  requirement: async () => (await import('#actions/requirement/index')).requirementActions,
  requirementGroup: async () => (await import('#actions/requirement-group/index')).requirementGroupActions,
  case: async () => (await import('#actions/case/index')).caseActions,
  invoice: async () => (await import('#actions/invoice/index')).invoiceActions,
  bankLines: async () => (await import('#actions/bank-line/index')).bankLineListActions,
  paymentRuns: async () => (await import('#actions/payment-run/index')).paymentRunListActions,
  paymentRun: async () => (await import('#actions/payment-run/index')).paymentRunActions,
  bankLine: async () => (await import('#actions/bank-line/index')).bankLineActions,
  proposal: async () => (await import('#actions/proposal/index')).proposalActions,
  projectTypes: async () => (await settings('projectType')).list,
  projectType: async () => (await settings('projectType')).entry,
  standards: async () => (await settings('standard')).list,
  standard: async () => (await settings('standard')).entry,
  ncas: async () => (await settings('nca')).list,
  nca: async () => (await settings('nca')).entry,
  lpas: async () => (await settings('lpa')).list,
  lpa: async () => (await settings('lpa')).entry,
  subcatchments: async () => (await settings('subcatchment')).list,
  subcatchment: async () => (await settings('subcatchment')).entry,
  declarations: async () => (await settings('declaration')).list,
  declaration: async () => (await settings('declaration')).entry,
  brand: async () => (await import('#actions/setting/index')).brandActions,
}

/** Definition of an action on the subject at this path, such as `project/17`. */
export const definitionOf = async (on: string, name: string): Promise<Action> => {
  const kind = kindOfPath(on)
  const actions = kind && isKeyOf(DEFINITIONS, kind) ? await DEFINITIONS[kind]() : []
  const action = actions.find(one => one.name === name)
  if (!action) throw new Error(`There is no action ${name} here`)
  return action
}
