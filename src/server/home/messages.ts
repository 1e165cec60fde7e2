import { capitalise, countInWords } from '#domain/text/sentence'

const waiting = (tasks: number): string =>
  tasks === 0
    ? 'you have nothing to do'
    : tasks === 1
      ? 'one task is waiting for you'
      : `${countInWords(tasks)} tasks are waiting for you`

export const NO_ROUND_YET_TEXT = 'No market round has been set up yet.'

/** Summary for the market operator while no round is under way. */
export const betweenRoundsText = (tasks: number): string =>
  capitalise(`${waiting(tasks)}; no market round is under way.`)

/** Summary for the market operator: tasks, the most urgent round with its status, and how many more rounds are under way. */
export const roundsUnderWayText = (tasks: number, round: string, status: string, more: number): string => {
  const others =
    more === 0
      ? ''
      : more === 1
        ? ', and one more round is under way'
        : `, and ${countInWords(more)} more rounds are under way`
  return capitalise(`${waiting(tasks)}; ${round}: ${status}${others}.`)
}

export const emailsFailedText = (emails: number): string =>
  emails === 1
    ? 'One email could not be sent.'
    : capitalise(`${countInWords(emails)} emails could not be sent.`)

export const NOTHING_IN_AREA_TEXT = 'Nothing has been registered in your area yet.'

const inArea = (projects: number, requirements: number): string => {
  const supply = projects === 1 ? 'one project' : `${countInWords(projects)} projects`
  const demand =
    requirements === 1 ? 'one credit requirement' : `${countInWords(requirements)} credit requirements`
  return `${supply} and ${demand} in your area`
}

/** Summary for a planning authority, and how many projects are not compliant. */
export const areaSummaryText = (projects: number, requirements: number, failing: number): string => {
  const all = inArea(projects, requirements)
  if (failing === 0) return capitalise(projects === 0 ? `${all}.` : `${all}; all projects are compliant.`)
  return failing === 1
    ? capitalise(`${all}; one project is not compliant.`)
    : capitalise(`${all}; ${countInWords(failing)} projects are not compliant.`)
}

export const NO_CLIENT_YET_TEXT =
  'You have no clients yet. A client can name you as its agent for a market round, or you can add a client yourself.'

/** Summary for an agent without clients whose authorities still wait for the market operator. */
export const authoritiesPendingText = (pending: number): string =>
  pending === 1
    ? 'One client has named you as its agent. You can act for it once the market operator has approved the authority; we will email you.'
    : capitalise(
        `${countInWords(pending)} authorities name you as agent. You can act once the market operator has approved them; we will email you.`,
      )

/** Summary for an agent: its clients, tasks that wait for it, and open cases about what clients own or hold. */
export const clientsSummaryText = (clients: number, tasks: number, cases: number): string => {
  const whom = clients === 1 ? 'one client' : `${countInWords(clients)} clients`
  const open =
    cases === 0 ? '' : cases === 1 ? ', and one case is open' : `, and ${countInWords(cases)} cases are open`
  return tasks === 0 ? `You act for ${whom}${open}.` : `You act for ${whom}; ${waiting(tasks)}${open}.`
}

export const NO_ORGANISATION_TEXT =
  'Your account does not belong to an organisation yet, so you cannot use it.'
