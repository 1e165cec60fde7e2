import type { Action } from '#actions/kit/action'
import type { SettingActions } from '#actions/setting/setting-actions'
import type { SettingKind } from '#domain/entities'
import { SETTING_NOUNS } from '#contract/settings'

const fromSettings = (kind: SettingKind, part: keyof SettingActions) => async () =>
  (await import('#actions/setting/index')).settingRooms[kind][part]

/** The actions on each kind of subject, by the first part of its path; each room is fetched when first needed. */
const ROOMS: Record<string, () => Promise<readonly Action[]>> = {
  'agent-authority': async () => (await import('#actions/agent-authority/index')).agentAuthorityActions,
  market: async () => (await import('#actions/market/index')).marketActions,
  markets: async () => (await import('#actions/markets/index')).marketsActions,
  organisation: async () => (await import('#actions/organisation/index')).organisationActions,
  organisations: async () => (await import('#actions/organisations/index')).organisationsActions,
  participation: async () => (await import('#actions/participation/index')).participationActions,
  project: async () => (await import('#actions/project/index')).projectActions,
  'project-group': async () => (await import('#actions/project-group/index')).projectGroupActions,
  projects: async () => (await import('#actions/projects/index')).projectsActions,
  requirement: async () => (await import('#actions/requirement/index')).requirementActions,
  'requirement-group': async () => (await import('#actions/requirement-group/index')).requirementGroupActions,
  requirements: async () => (await import('#actions/requirements/index')).requirementsActions,
  round: async () => (await import('#actions/round/index')).roundActions,
  user: async () => (await import('#actions/user/index')).userActions,
  rounds: async () => (await import('#actions/rounds/index')).roundsActions,
  ...Object.fromEntries(
    SETTING_NOUNS.flatMap(({ kind, path, list }) => [
      [list, fromSettings(kind, 'list')],
      [path, fromSettings(kind, 'entry')],
    ]),
  ),
}

const roomOf = (on: string) => on.split('/')[0] ?? ''

/** The definition of an action on a subject at this path, such as `project/17`. */
export const definitionOf = async (on: string, name: string): Promise<Action> => {
  const action = (await ROOMS[roomOf(on)]?.())?.find(one => one.name === name)
  if (!action) throw new Error(`There is no action ${name} here`)
  return action
}

/** The walk of several steps that begins with this action, by name; they all begin at an organisation. */
export const walkBegunBy = async (on: string, action: Action): Promise<string | null> => {
  if (roomOf(on) !== 'organisation') return null
  const { requirementWizards } = await import('#actions/requirement/index')
  return requirementWizards.find(walk => walk.steps[0] === action)?.name ?? null
}
