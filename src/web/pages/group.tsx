import { useLocation, useParams } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/project/group'
import { useResource } from '../api/api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { RowsTable } from '../parts/table/data-table.tsx'
import { Page } from '../parts/page/page.tsx'
import { Section } from '../parts/section.tsx'
import { OwnerLine } from './item/owner-line.tsx'
import { SubjectActivity } from './shared/about.tsx'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { ROUND_PROJECT_COLUMNS, schedulesByCreditType } from './lists/project-columns.tsx'
import { ROUND_REQUIREMENT_COLUMNS } from './lists/requirement-columns.tsx'
import { MapToggle } from './shared/map-door.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { UnitsNote } from './shared/units-note.tsx'
import './shared/pages.css'

/** Group of projects or credit requirements: how its members win, and a list of them. */
export const GroupPage = () => {
  const { id } = useParams()
  const isProjects = useLocation().pathname.split('/').includes('project-group')
  const group = useResource(isProjects ? NOUNS.projectGroup : NOUNS.requirementGroup, id)
  const labels = isProjects ? PROJECT_GROUP_LABELS : REQUIREMENT_GROUP_LABELS
  return (
    <PageBoundary query={group} title="Group">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            isProjects
              ? { name: 'Projects', to: '/projects' }
              : { name: 'Credit requirements', to: '/credit-requirements' },
            { name: data.name },
          ]}
          subtitle={
            <>
              <b>{labels[data.type]}</b>
              <OwnerLine owner={data.owner} agent={null} round={data.round} />
            </>
          }
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          <Section heading={isProjects ? 'Projects in the group' : 'Requirements in the group'}>
            {isProjects ? (
              <RowsTable
                caption="Member projects"
                columns={ROUND_PROJECT_COLUMNS}
                rows={data.projects}
                rowLink={row => pageAddress('project', { id: row.id })}
              />
            ) : (
              <RowsTable
                caption="Member requirements"
                columns={ROUND_REQUIREMENT_COLUMNS}
                rows={data.requirements}
                rowLink={row => pageAddress('requirement', { id: row.id })}
              />
            )}
            <UnitsNote schedules={data.projects.flatMap(schedulesByCreditType)} />
            <MapToggle
              label={`${data.name} on a map`}
              {...{ [isProjects ? 'projects' : 'requirements']: { groupId: data.id } }}
            />
          </Section>
          <Section heading="Activity">
            <SubjectActivity kind={data.kind} id={data.id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
