import type { Resource } from '#domain/wire/general'
import { Tabs } from '../../parts/tabs.tsx'
import { ActivityOf, CommentsOf, DocumentsOf } from '../shared/about.tsx'

/** Documents, comments and activity of a project or requirement. */
export const AboutTabs = ({ subject }: { subject: Resource }) => (
  <Tabs
    label="Documents, comments and activity"
    tabs={[
      {
        id: 'documents',
        label: 'Documents',
        content: () => <DocumentsOf kind={subject.kind} id={subject.id} />,
      },
      {
        id: 'comments',
        label: 'Comments',
        content: () => <CommentsOf kind={subject.kind} id={subject.id} actions={subject.actions} />,
      },
      {
        id: 'activity',
        label: 'Activity',
        content: () => <ActivityOf kind={subject.kind} id={subject.id} />,
      },
    ]}
  />
)
