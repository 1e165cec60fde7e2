import type { ActionName } from '#actions/index'
import { PARTICIPATION_COLUMNS, type ParticipationRow } from '#contract/round/participation'
import type { RoundDeclarationRow, RoundView } from '#contract/round/round'
import { useList } from '../../api/api.ts'
import { EmptyStateAction } from '../../parts/action-bar.tsx'
import { statusColumn } from '../../parts/table/column-types.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import {
  AUTHORITY_STATUS_CHOICES,
  PARTICIPATION_STATUS_CHOICES,
  PROJECT_STATUS_CHOICES,
  REQUIREMENT_STATUS_CHOICES,
} from '../shared/choices.ts'
import { ROUND_AGENT_COLUMNS } from '../organisation/authorities.tsx'
import { createCardColumn } from '../lists/column-cards.tsx'
import { EmptyList } from '../lists/empty-list.tsx'
import { ListTable } from '../lists/list-table.tsx'
import { ROUND_PROJECT_COLUMNS } from '../lists/project-columns.tsx'
import { ROUND_REQUIREMENT_COLUMNS } from '../lists/requirement-columns.tsx'
import { DECLARATION_CATEGORY_LABELS } from '#domain/credit/declaration'

const column = createCardColumn(PARTICIPATION_COLUMNS)
const PARTICIPANT_COLUMNS: readonly Column<ParticipationRow>[] = [
  column('organisation', { main: true }),
  column('capacity'),
  statusColumn('participation', 'status', PARTICIPATION_COLUMNS.status.label, row => row.status, {
    card: 'status',
  }),
]

/** Available action of this name in a round, if there is one. */
const doorOf = ({ actions }: RoundView, name: ActionName<'round'>) => actions.find(({ id }) => id === name)

const NAME = { id: 'q', label: 'Name' } as const

/** Participants of a round, with their capacities. */
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
        `${pageAddress('round', { marketId: round.market.id, id: round.id })}/participation/${row.id}`
      }
      empty={
        <EmptyList
          noun={NOUNS.participation}
          fixed={{ marketRoundId: round.id }}
          title="No participants yet"
          add={{ action: doorOf(round, 'RegisterAsParticipant') }}
        >
          Participants register while the round is open.
        </EmptyList>
      }
    />
  </div>
)

/** Authorities to act in a round, with those that wait for an answer. */
export const RoundAgents = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.agentAuthority}
      called="round-agents"
      fixed={{ marketRoundId: roundId }}
      filters={[{ id: 'status', label: 'Status', choices: AUTHORITY_STATUS_CHOICES }]}
      caption="Agents of the round"
      columns={ROUND_AGENT_COLUMNS}
      empty={
        <EmptyList
          noun={NOUNS.agentAuthority}
          fixed={{ marketRoundId: roundId }}
          title="No agents yet"
          add={{ action: undefined }}
        >
          Participants name their agents on their organisation’s page.
        </EmptyList>
      }
    />
  </div>
)

/** Projects of a round. */
export const RoundProjects = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.project}
      called="round-projects"
      fixed={{ marketRoundId: roundId }}
      filters={[NAME, { id: 'status', label: 'Status', choices: PROJECT_STATUS_CHOICES }]}
      caption="Projects of the round"
      columns={ROUND_PROJECT_COLUMNS}
      map={{ of: 'projects' }}
      rowLink={row => pageAddress('project', { id: row.id })}
      empty={<EmptyList noun={NOUNS.project} fixed={{ marketRoundId: roundId }} title="No projects yet" />}
    />
  </div>
)

/** Credit requirements of a round. */
export const RoundRequirements = ({ roundId }: { roundId: string }) => (
  <div className="stack">
    <ListTable
      noun={NOUNS.requirement}
      called="round-requirements"
      fixed={{ marketRoundId: roundId }}
      filters={[NAME, { id: 'status', label: 'Status', choices: REQUIREMENT_STATUS_CHOICES }]}
      caption="Credit requirements of the round"
      columns={ROUND_REQUIREMENT_COLUMNS}
      map={{ of: 'requirements' }}
      rowLink={row => pageAddress('requirement', { id: row.id })}
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

/** Declarations that a round requires, by occasion. */
export const RoundDeclarations = ({ round }: { round: RoundView }) => (
  <QueryBoundary query={useList(NOUNS.roundDeclaration, { marketRoundId: round.id, limit: 200 })}>
    {list =>
      list.items.length === 0 ? (
        <EmptyState
          title="No declarations"
          button={<EmptyStateAction action={doorOf(round, 'AddDeclaration')} />}
        >
          This round asks for no declarations.
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
                {audience(row)} · {row.answers === 1 ? 'Agreed to once' : `Agreed to ${row.answers} times`}
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </QueryBoundary>
)
