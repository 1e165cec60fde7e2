import { Link } from 'react-router'
import { pageAddress } from '#contract/nouns/nouns'
import { listPossibleDuplicates, type PossibleDuplicate } from '#contract/people/organisation'
import { useAnswer } from '../api/api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Page } from '../parts/page/page.tsx'
import { QueryBoundary } from '../parts/page/query-boundary.tsx'
import { TableFrame } from '../parts/table/table-parts.tsx'
import './shared/pages.css'

const Pair = ({ pair: { older, newer, reasons } }: { pair: PossibleDuplicate }) => (
  <tr>
    {[older, newer].map(({ id, name, type }) => (
      <td key={id}>
        <Link to={pageAddress('organisation', { type, id })}>{name}</Link>
      </td>
    ))}
    <td>{reasons.join(', ')}</td>
  </tr>
)

/**
 * Possible duplicates of organisations. On their pages, the market operator confirms that they are different,
 * or merges them.
 */
export const PossibleDuplicatesPage = () => {
  const doubles = useAnswer(listPossibleDuplicates, {})
  return (
    <Page title="Possible duplicates" crumbs={[{ name: 'Possible duplicates' }]}>
      <p className="measure">
        Prices depend on how many separate organisations take part, so no organisation may be listed twice. If
        two entries are the same organisation, merge them. If they are different organisations, confirm that
        and say why. Do either on the page of the newer organisation.
      </p>
      <QueryBoundary query={doubles} lines={8}>
        {pairs =>
          pairs.length === 0 ? (
            <EmptyState title="No possible duplicates" />
          ) : (
            <div className="table-words">
              <TableFrame caption="Possible duplicates">
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
