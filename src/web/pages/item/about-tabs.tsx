import type { Resource } from '#contract/resource'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { ActivityOf, CommentsOf, DocumentsOf } from '../shared/about.tsx'

/** Documents, comments and activity of a project or requirement, and what else is kept of it. */
export const AboutTabs = ({ subject, more = [] }: { subject: Resource; more?: readonly Tab[] }) => (
  <Tabs
    label="Documents, comments and activity"
    tabs={[
      {
        id: 'documents',
        label: 'Documents',
        content: () => <DocumentsOf kind={subject.kind} id={subject.id} />,
      },
      ...more,
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
