import { Link } from 'react-router'
import { type MatchView, readMatch } from '#contract/round/match'
import type { RoundView } from '#contract/round/round'
import { gapPercentText, notProvenSentence } from '#domain/unfinished-match/messages'
import { useAnswer } from '../../api/api.ts'
import { DayText, ShowPence, Money } from '../../parts/values/amounts.tsx'
import { Notice } from '../../parts/page/notice.tsx'
import { Term } from '../../parts/term.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { pageAddress } from '#contract/nouns/nouns'
import { readResult, resultPageAddress } from '#contract/round/result'
import { ShareCertainty } from '../review/share-certainty.tsx'
import { MatchProgress } from './match-progress.tsx'
import { UnfinishedMatch } from './unfinished-match.tsx'
import { isRunning, useSolverTask } from './use-solver-task.ts'

const MatchSummary = ({ round, match }: { round: RoundView; match: MatchView }) => (
  <section className="progress" aria-label="Match">
    <div className="section-head">
      <h2>{round.status === 'Settled' ? 'The accepted match' : 'The match is ready for review'}</h2>
      <Link
        className="button button-primary"
        to={`${pageAddress('round', { marketId: round.market.id, id: round.id })}/review`}
      >
        Review matches
      </Link>
    </div>
    <ShowPence>
      <dl className="counts progress-figures">
        <div>
          <dt>Surplus</dt>
          <dd>
            <Money pounds={match.surplus} />
          </dd>
        </div>
        <div>
          <dt>Buyers pay</dt>
          <dd>
            <Money pounds={match.totalPaid} />
          </dd>
        </div>
        <div>
          <dt>Winning organisations</dt>
          <dd>{match.organisations.filter(one => one.value !== 0).length}</dd>
        </div>
        <div>
          <dt>Winners</dt>
          <dd>
            <Term word={match.proven ? 'Proven' : 'Not proven'} /> to be the best
            {match.gap && `: at most ${gapPercentText(match.gap.part)} below the best possible`}
          </dd>
        </div>
        <div>
          <dt>Shares</dt>
          <dd>
            <ShareCertainty match={match} />
          </dd>
        </div>
      </dl>
    </ShowPence>
  </section>
)

/** State of a round's match: running, failed, rejected, or done and to be reviewed. */
export const MatchPanel = ({ round, canReview }: { round: RoundView; canReview: boolean }) => {
  const watched = useSolverTask(round.solverTask?.id ?? null)
  const isMatched = round.status === 'Matched' || (canReview && round.status === 'Settled')
  const match = useAnswer(readMatch, isMatched && canReview ? { params: { id: round.id } } : null)
  // A reader with no records in the round has no result.
  const hasOwn = round.counts.projects + round.counts.requirements > 0
  const { data: result } = useAnswer(
    readResult,
    round.settledAt && !canReview && hasOwn ? { params: { id: round.id } } : null,
  )
  if (watched.data && isRunning(watched.data.task)) return <MatchProgress watched={watched.data} />
  if (round.status === 'Failed')
    return round.unfinishedMatch ? (
      <UnfinishedMatch round={round} match={round.unfinishedMatch} />
    ) : (
      <Notice tone="bad">
        <p>
          <b>The match failed.</b> {watched.data?.task.message ?? 'The match can be started again.'}
        </p>
      </Notice>
    )
  if (round.status === 'Rejected')
    return (
      <Notice tone="warn">
        <p>
          <b>The match was rejected.</b> {round.rejectionReason}
        </p>
        {canReview && (
          <Link to={`${pageAddress('round', { marketId: round.market.id, id: round.id })}/review`}>
            See the rejected match
          </Link>
        )}
      </Notice>
    )
  if (isMatched && canReview)
    return (
      <QueryBoundary query={match} lines={3}>
        {found => ('problem' in found ? null : <MatchSummary round={round} match={found} />)}
      </QueryBoundary>
    )
  return round.settledAt ? (
    <Notice>
      <p>
        The market operator accepted the match on <DayText day={round.settledAt} />, and the round is settled.
        {round.gapPart !== null && ` ${notProvenSentence({ pence: null, part: round.gapPart })}`}
      </p>
      {result && (
        <p>
          <b>{result.sentences.join(' ')}</b>{' '}
          <Link to={resultPageAddress(round.id)}>
            {result.isOwn ? 'See your result' : 'See the results of your clients'}
          </Link>
        </p>
      )}
    </Notice>
  ) : null
}
