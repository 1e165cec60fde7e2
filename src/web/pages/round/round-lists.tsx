import type { ActionName } from '#actions/index'
import type { ParticipationRow } from '#contract/participation'
import type { RoundDeclarationRow, RoundView } from '#contract/round'
import { useList } from '../../api.ts'
import { Door } from '../../parts/action-bar.tsx'
import type { Column } from '../../parts/columns.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import {
  AUTHORITY_STATUS_CHOICES,
  PARTICIPATION_STATUS_CHOICES,
  PROJECT_STATUS_CHOICES,
  REQUIREMENT_STATUS_CHOICES,
} from '../shared/choices.ts'
import { AGENTS_OF_ROUND } from '../organisation/authorities.tsx'
import { EmptyList } from '../shared/empty-list.tsx'
import { ListTable } from '../shared/list-table.tsx'
import { PROJECTS_OF_ROUND } from '../shared/project-columns.tsx'
import { REQUIREMENTS_OF_ROUND } from '../shared/requirement-columns.tsx'
import { DECLARATION_CATEGORY_LABELS } from '#domain/declaration'

const PARTICIPANT_COLUMNS: readonly Column<ParticipationRow>[] = [
  { id: 'organisation', header: 'Organisation', main: true, cell: row => row.organisation.name },
  { id: 'capacity', header: 'Capacity', cell: row => row.capacity },
  {
    id: 'status',
    header: 'Status',
    card: 'status',
    cell: row => <StatusBadge kind="participation" status={row.status} />,
  },
]

/** What may be done in a round by this name, if anything may. */
const doorOf = ({ actions }: RoundView, name: ActionName<'round'>) => actions.find(({ id }) => id === name)

const NAME = { id: 'q', label: 'Name' } as const

/** Who takes part in a round, and in which capacity. */
export const RoundParticipants = ({ round }: { round: RoundView }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.participation}
      called="round-participations"
      fixed={{ marketRoundId: round.id }}
      filters={[{ id: 'status', label: 'Status', choices: PARTICIPATION_STATUS_CHOICES }]}
      caption="Participants of the round"
      columns={PARTICIPANT_COLUMNS}
      rowLink={row =>
        `${addressOf('round', { marketId: round.market.id, id: round.id })}/participation/${row.id}`
      }
      empty={
        <EmptyList
          noun={NOUNS.participation}
          fixed={{ marketRoundId: round.id }}
          title="Nobody yet"
          add={{ action: doorOf(round, 'RegisterAsParticipant') }}
        >
          Participants register while the round is open.
        </EmptyList>
      }
    />
  </div>
)

/** Who may act for whom in a round, and whose authority waits for an answer. */
export const RoundAgents = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.agentAuthority}
      called="round-agents"
      fixed={{ marketRoundId: roundId }}
      filters={[{ id: 'status', label: 'Status', choices: AUTHORITY_STATUS_CHOICES }]}
      caption="Agents of the round"
      columns={AGENTS_OF_ROUND}
      empty={
        <EmptyList
          noun={NOUNS.agentAuthority}
          fixed={{ marketRoundId: roundId }}
          title="No agents yet"
          add={{ action: undefined }}
        >
          A participant names its agent on the page of its organisation.
        </EmptyList>
      }
    />
  </div>
)

/** The projects of a round. */
export const RoundProjects = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.project}
      called="round-projects"
      fixed={{ marketRoundId: roundId }}
      filters={[NAME, { id: 'status', label: 'Status', choices: PROJECT_STATUS_CHOICES }]}
      caption="Projects of the round"
      columns={PROJECTS_OF_ROUND}
      map={{ of: 'projects' }}
      rowLink={row => addressOf('project', { id: row.id })}
      empty={<EmptyList noun={NOUNS.project} fixed={{ marketRoundId: roundId }} title="No projects yet" />}
    />
  </div>
)

/** The credit requirements of a round. */
export const RoundRequirements = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.requirement}
      called="round-requirements"
      fixed={{ marketRoundId: roundId }}
      filters={[NAME, { id: 'status', label: 'Status', choices: REQUIREMENT_STATUS_CHOICES }]}
      caption="Credit requirements of the round"
      columns={REQUIREMENTS_OF_ROUND}
      map={{ of: 'requirements' }}
      rowLink={row => addressOf('requirement', { id: row.id })}
      empty={
        <EmptyList
          noun={NOUNS.requirement}
          fixed={{ marketRoundId: roundId }}
          title="No credit requirements yet"
        />
      }
    />
  </div>
)

const audience = (row: RoundDeclarationRow): string =>
  row.isForAgents && row.isForParticipants
    ? 'Participants and agents'
    : row.isForAgents
      ? 'Agents'
      : 'Participants'

/** What has to be declared in a round, by occasion. */
export const RoundDeclarations = ({ round }: { round: RoundView }) => (
  <QueryBoundary query={useList(NOUNS.roundDeclaration, { marketRoundId: round.id, limit: 200 })}>
    {list =>
      list.items.length === 0 ? (
        <EmptyState title="No declarations" button={<Door action={doorOf(round, 'AddDeclaration')} />}>
          Nothing has to be declared in this round.
        </EmptyState>
      ) : (
        <ul className="plain-list">
          {list.items.map(row => (
            <li key={row.id}>
              <div className="measure">
                <p className="label">{DECLARATION_CATEGORY_LABELS[row.category]}</p>
                <h2 className="declaration-name">{row.name}</h2>
                <p>{row.declaration}</p>
              </div>
              <span className="quiet small">
                {audience(row)}, answered {row.answers === 1 ? 'once' : `${row.answers} times`}
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </QueryBoundary>
)
