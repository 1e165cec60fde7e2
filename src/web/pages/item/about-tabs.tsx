import { useSearchParams } from 'react-router'
import type { Resource } from '#contract/kit/resource'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { FoldedSection } from '../../parts/section.tsx'
import { SubjectActivity, SubjectComments, SubjectDocuments } from '../shared/about.tsx'

/** Documents, comments and activity of a project or requirement, and further tabs. */
export const AboutTabs = ({
  subject,
  isFolded,
  more = [],
}: {
  subject: Resource
  isFolded: boolean
  more?: readonly Tab[]
}) => {
  const [address] = useSearchParams()
  const tabs = (
    <Tabs
      label="Documents, comments and activity"
      tabs={[
        {
          id: 'documents',
          label: 'Documents',
          content: () => <SubjectDocuments kind={subject.kind} id={subject.id} />,
        },
        ...more,
        {
          id: 'comments',
          label: 'Comments',
          content: () => <SubjectComments kind={subject.kind} id={subject.id} actions={subject.actions} />,
        },
        {
          id: 'activity',
          label: 'Activity',
          content: () => <SubjectActivity kind={subject.kind} id={subject.id} />,
        },
      ]}
    />
  )
  return isFolded ? (
    <FoldedSection isFolded leadsInside={address.has('tab')} heading="Documents, comments and activity">
      {tabs}
    </FoldedSection>
  ) : (
    tabs
  )
}
