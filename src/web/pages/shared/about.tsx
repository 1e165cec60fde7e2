import type { ActionName } from '#actions/index'
import type { Kind } from '#domain/entities'
import { listActivity, listComments, listFiles } from '#contract/subject'
import type { AvailableAction } from '#contract/resource'
import { useAnswer } from '../../api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Comments } from '../../parts/comments.tsx'
import { Documents } from '../../parts/documents.tsx'
import { QueryBoundary } from '../../parts/query-boundary.tsx'
import { Trail } from '../../parts/trail.tsx'

const COMMENT = 'Comment' satisfies ActionName

/** The documents filed with a subject. */
export const DocumentsOf = ({ kind, id }: { kind: Kind; id: string }) => (
  <QueryBoundary query={useAnswer(listFiles, { query: { ownerType: kind, ownerId: id } })}>
    {list => <Documents items={list.items} />}
  </QueryBoundary>
)

/** What has been said about a subject, with the button that adds to it where the reader may. */
export const CommentsOf = ({
  kind,
  id,
  actions,
}: {
  kind: Kind
  id: string
  actions: readonly AvailableAction[]
}) => (
  <QueryBoundary query={useAnswer(listComments, { query: { subjectType: kind, subjectId: id } })}>
    {list => (
      <Comments
        items={list.items}
        add={<ActionBar actions={actions.filter(action => action.id === COMMENT)} primary={false} />}
      />
    )}
  </QueryBoundary>
)

/** All that was done to a subject. */
export const ActivityOf = ({ kind, id }: { kind: Kind; id: string }) => (
  <QueryBoundary query={useAnswer(listActivity, { query: { subjectType: kind, subjectId: id, limit: 200 } })}>
    {list => <Trail items={list.items} />}
  </QueryBoundary>
)
