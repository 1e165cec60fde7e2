const MAX_NAMES = 10

const nameList = (names: readonly string[]): string =>
  names.length > MAX_NAMES
    ? `${names.slice(0, MAX_NAMES).join(', ')} and ${names.length - MAX_NAMES} more`
    : names.join(', ')

export const NO_CLIENT_REGISTERED = 'None of your clients is registered as a supplier in an open market round'
export const CLIENT_REQUIRED = 'You can register for several organisations. Name the one that owns the site'
export const CLIENTS_ALIKE = 'Several of your clients have this name. Use the CSV ID or the id in its address'
export const DIFFERENT_PROJECT =
  'A project with this name is there already, with other values. Change it on its page, or remove the row'
export const SEVERAL_PROJECTS = 'Several projects have this name. Rename them first'

/** Names only clients of the reader, so that no one learns who else is in the market. */
export const unknownClientText = (typed: string, clients: readonly string[]): string =>
  `“${typed}” is not registered as a supplier with you as its agent in this round. You can register for ${nameList(clients)}`

export const usedNameText = (client: string, project: string): string =>
  `An earlier row of ${client} also has “${project}”`

const countedProjects = (count: number): string => (count === 1 ? '1 project' : `${count} projects`)

export const draftedSitesText = (client: string, names: readonly string[]): string =>
  `${client}: ${countedProjects(names.length)} will be drafted: ${nameList(names)}`

export const unchangedSitesText = (count: number): string => `${countedProjects(count)} will not change`
