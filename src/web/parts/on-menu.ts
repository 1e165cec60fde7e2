import type { AvailableAction } from '#contract/resource'

/** The actions that stand in menus: some may be run though another is offered in their place. */
export const onMenu = (actions: readonly AvailableAction[]): AvailableAction[] =>
  actions.filter(({ offMenu }) => !offMenu)
