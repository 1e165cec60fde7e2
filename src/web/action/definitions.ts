import type { ActedOn } from '#actions/index'
import type { Action } from '#actions/kit/action'
import type { settingRooms } from '#actions/setting/index'
import { kindAt } from '#contract/nouns'
import { isKeyOf } from '#domain/narrow'

const settings = async (room: keyof typeof settingRooms) =>
  (await import('#actions/setting/index')).settingRooms[room]

/** The definitions of what can be done with a kind of thing, fetched when the first form of such a thing is opened. */
const DEFINITIONS: { readonly [K in ActedOn]: () => Promise<readonly Action[]> } = {
  markets: async () => (await import('#actions/market/index')).marketsActions,
  market: async () => (await import('#actions/market/index')).marketActions,
  rounds: async () => (await import('#actions/round/index')).roundsActions,
  round: async () => (await import('#actions/round/index')).roundActions,
  organisations: async () => (await import('#actions/organisation/index')).organisationsActions,
  organisation: async () => (await import('#actions/organisation/index')).organisationActions,
  user: async () => (await import('#actions/user/index')).userActions,
  participation: async () => (await import('#actions/participation/index')).participationActions,
  agentAuthority: async () => (await import('#actions/agent-authority/index')).agentAuthorityActions,
  projects: async () => (await import('#actions/project/index')).projectsActions,
  project: async () => (await import('#actions/project/index')).projectActions,
  projectGroup: async () => (await import('#actions/project-group/index')).projectGroupActions,
  requirements: async () => (await import('#actions/requirement/index')).requirementsActions,
  requirement: async () => (await import('#actions/requirement/index')).requirementActions,
  requirementGroup: async () => (await import('#actions/requirement-group/index')).requirementGroupActions,
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

/** The definition of an action on a subject at this path, such as `project/17`. */
export const definitionOf = async (on: string, name: string): Promise<Action> => {
  const kind = kindAt(on)
  const actions = kind && isKeyOf(DEFINITIONS, kind) ? await DEFINITIONS[kind]() : []
  const action = actions.find(one => one.name === name)
  if (!action) throw new Error(`There is no action ${name} here`)
  return action
}
