import type { Answers } from '#actions/kit/action'
import type { ClientTask, ClientTasks } from '#contract/desk/client-tasks'
import type { BulkActChoice, BulkSubject } from '#contract/desk/queue'
import { recordCountText } from '../../parts/messages.ts'

/** Headings of the columns of the table of clients. */
export const STAGE_LABELS: Readonly<Record<ClientTask['stage'], string>> = {
  join: 'Join a round',
  register: 'Register',
  bid: 'Offer or bid',
  afterMatch: 'After the match',
}

/** A client with its tasks by stage. */
export interface ClientRow {
  id: string
  client: ClientTasks['client']
  stages: Readonly<Record<ClientTask['stage'], readonly ClientTask[]>>
}

const byDay = (a: ClientTask, b: ClientTask): number => (a.by ?? '9999').localeCompare(b.by ?? '9999')

/** Rows of the table of clients: those with the most urgent tasks first, and tasks by their last day. */
export const rowsOfClients = (clients: readonly ClientTasks[]): ClientRow[] => {
  const urgencyOf = ({ tasks }: ClientTasks): string =>
    tasks.length === 0 ? 'none' : (tasks.toSorted(byDay)[0]?.by ?? '9999')
  return clients
    .toSorted(
      (a, b) =>
        urgencyOf(a).localeCompare(urgencyOf(b)) || a.client.name.localeCompare(b.client.name, 'en-GB'),
    )
    .map(({ client, tasks }) => {
      const of = (stage: ClientTask['stage']) => tasks.filter(task => task.stage === stage).toSorted(byDay)
      return {
        ...{ id: client.id, client },
        stages: {
          ...{ join: of('join'), register: of('register'), bid: of('bid') },
          afterMatch: of('afterMatch'),
        },
      }
    })
}

/** Number of things from which an act is offered for all of them together. */
const LEAST_TOGETHER = 2

/** Acts that an agent can carry out for many clients at once: their answers are the same for all. */
const ACTS: readonly (BulkActChoice & { kind: 'project' | 'requirement'; verb: string })[] = [
  { id: 'project.Register', kind: 'project', title: 'Register', verb: 'Register' },
  { id: 'requirement.Register', kind: 'requirement', title: 'Register', verb: 'Register' },
  { id: 'project.ConfirmOffer', kind: 'project', title: 'Confirm offer', verb: 'Confirm the offers of' },
  { id: 'requirement.ConfirmBid', kind: 'requirement', title: 'Confirm bid', verb: 'Confirm the bids of' },
]

/** A button for an act on many things, with the answers that it knows. */
export interface OfferedBulkAct {
  act: BulkActChoice
  rows: BulkSubject[]
  label: string
  known?: Answers | undefined
}

const JOIN = { id: 'organisation.RegisterAsParticipant', title: 'Join this round' } as const

/** Rounds that at least two clients can join now, each with those clients. */
const jointActs = (clients: readonly ClientTasks[]): OfferedBulkAct[] => {
  const joins = clients.flatMap(({ client, tasks }) =>
    tasks.filter(({ stage }) => stage === 'join').map(({ on, text }) => ({ client, round: on.id, text })),
  )
  return [...new Set(joins.map(({ round }) => round))].flatMap(marketRoundId => {
    const those = joins.filter(({ round }) => round === marketRoundId)
    const [first] = those
    return first && those.length >= LEAST_TOGETHER
      ? {
          act: JOIN,
          rows: those.map(({ client }): BulkSubject => ({
            ...{ kind: 'organisation', ...client, organisation: client, missing: null, blockedBy: [] },
          })),
          label: `${first.text}, for ${those.length} clients`,
          known: { marketRoundId },
        }
      : []
  })
}

/** Acts that can be carried out on at least two things of clients now, with those things. */
export const bulkActs = (clients: readonly ClientTasks[]): OfferedBulkAct[] => [
  ...jointActs(clients),
  ...ACTS.flatMap(({ id, kind, title, verb }) => {
    const rows = clients.flatMap(({ client, tasks }) =>
      tasks
        .filter(({ on, action, missing }) => missing === null && `${on.kind}.${action}` === id)
        .map(({ on }): BulkSubject => ({
          ...{ kind, id: on.id, version: on.version, name: on.name, organisation: client },
          ...{ missing: null, blockedBy: [] },
        })),
    )
    return rows.length < LEAST_TOGETHER
      ? []
      : [{ act: { id, title }, rows, label: `${verb} ${recordCountText(rows.length, kind)}` }]
  }),
]
