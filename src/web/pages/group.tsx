import { useLocation, useParams } from 'react-router'
import { PROJECT_GROUP_LABELS, REQUIREMENT_GROUP_LABELS } from '#domain/group'
import { useResource } from '../api.ts'
import { ActionBar } from '../parts/action-bar.tsx'
import { RowsTable } from '../parts/data-table.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { OwnerLine } from './item/owner-line.tsx'
import { ActivityOf } from './shared/about.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import { PROJECTS_OF_ROUND, schedulesOf } from './shared/project-columns.tsx'
import { REQUIREMENTS_OF_ROUND } from './shared/requirement-columns.tsx'
import { MapDoor } from './shared/map-door.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { UnitsNote } from './shared/units-note.tsx'
import './shared/pages.css'

/** A group of projects or of credit requirements: how its members win, and which they are. */
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
                columns={PROJECTS_OF_ROUND}
                rows={data.projects}
                rowLink={row => addressOf('project', { id: row.id })}
              />
            ) : (
              <RowsTable
                caption="Member requirements"
                columns={REQUIREMENTS_OF_ROUND}
                rows={data.requirements}
                rowLink={row => addressOf('requirement', { id: row.id })}
              />
            )}
            <UnitsNote schedules={data.projects.flatMap(schedulesOf)} />
            <MapDoor
              label={`${data.name} on a map`}
              {...{ [isProjects ? 'projects' : 'requirements']: { groupId: data.id } }}
            />
          </Section>
          <Section heading="Activity">
            <ActivityOf kind={data.kind} id={data.id} />
          </Section>
        </Page>
      )}
    </PageBoundary>
  )
}
