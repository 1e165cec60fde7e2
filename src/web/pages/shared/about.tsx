import type { ActionName } from '#actions/index'
import type { Kind } from '#domain/disclosure/entities'
import { listActivity, listComments, listFiles } from '#contract/subject/subject'
import type { AvailableAction } from '#contract/kit/resource'
import { useAnswer } from '../../api/api.ts'
import { ActionBar } from '../../parts/action-bar.tsx'
import { Comments } from '../../parts/comments.tsx'
import { Documents } from '../../parts/documents.tsx'
import { QueryBoundary } from '../../parts/page/query-boundary.tsx'
import { AuditTrail } from '../../parts/trail.tsx'

const COMMENTING: readonly string[] = ['Comment', 'WriteMessage'] satisfies ActionName[]

/** Documents filed with a subject. */
export const SubjectDocuments = ({ kind, id }: { kind: Kind; id: string }) => (
  <QueryBoundary query={useAnswer(listFiles, { query: { ownerType: kind, ownerId: id } })}>
    {list => <Documents items={list.items} />}
  </QueryBoundary>
)

/** Comments on a subject, with the button that adds one where the reader may. */
export const SubjectComments = ({
  kind,
  id,
  actions,
  empty,
}: {
  kind: Kind
  id: string
  actions: readonly AvailableAction[]
  /** Title while there are none. */
  empty?: string
}) => (
  <QueryBoundary query={useAnswer(listComments, { query: { subjectType: kind, subjectId: id } })}>
    {list => (
      <Comments
        items={list.items}
        empty={empty}
        add={<ActionBar actions={actions.filter(action => COMMENTING.includes(action.id))} primary={false} />}
      />
    )}
  </QueryBoundary>
)

/** Activity of a subject. */
export const SubjectActivity = ({ kind, id }: { kind: Kind; id: string }) => (
  <QueryBoundary query={useAnswer(listActivity, { query: { subjectType: kind, subjectId: id, limit: 200 } })}>
    {list => <AuditTrail items={list.items} />}
  </QueryBoundary>
)
