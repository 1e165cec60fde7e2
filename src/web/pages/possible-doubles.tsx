import { Link } from 'react-router'
import { addressOf } from '#contract/nouns'
import { listPossibleDoubles, type PossibleDouble } from '#contract/organisation'
import { useAnswer } from '../api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page.tsx'
import { QueryBoundary } from '../parts/query-boundary.tsx'
import { TableFrame } from '../parts/table-parts.tsx'
import './shared/pages.css'

const Pair = ({ pair: { older, newer, reasons } }: { pair: PossibleDouble }) => (
  <tr>
    {[older, newer].map(({ id, name, type }) => (
      <td key={id}>
        <Link to={addressOf('organisation', { type, id })}>{name}</Link>
      </td>
    ))}
    <td>{reasons.join(', ')}</td>
  </tr>
)

/** The organisations that may have been entered twice: the market operator sets them apart, or merges them, on their pages. */
export const PossibleDoublesPage = () => {
  const doubles = useAnswer(listPossibleDoubles, {})
  return (
    <Page title="Possible doubles" crumbs={[{ name: 'Possible doubles' }]}>
      <p className="measure">
        Prices depend on who is one player, so the same organisation must not be there twice. Set apart what
        is two, with the reason, and merge what is one: both are done on the page of the newer organisation.
      </p>
      <QueryBoundary query={doubles} lines={8}>
        {pairs =>
          pairs.length === 0 ? (
            <EmptyState title="No two organisations look alike" />
          ) : (
            <div className="table-words">
              <TableFrame caption="Organisations that look alike">
                <thead>
                  <tr>
                    <th scope="col">Organisation</th>
                    <th scope="col">Newer organisation</th>
                    <th scope="col">Why they look alike</th>
                  </tr>
                </thead>
                <tbody>
                  {pairs.map(pair => (
                    <Pair key={`${pair.older.id} ${pair.newer.id}`} pair={pair} />
                  ))}
                </tbody>
              </TableFrame>
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  )
}
