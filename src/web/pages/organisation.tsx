import { Link, useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import { ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import { REGISTERED_NUMBER_LABELS, REGISTERED_NUMBERS } from '#domain/registered-numbers'
import type { OrganisationView } from '#contract/organisation'
import { useResource, useUser } from '../api.ts'
import { DayText } from '../parts/amounts.tsx'
import { ActionBar, Door } from '../parts/action-bar.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page.tsx'
import { phoneText } from '../parts/phone-text.ts'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Tabs, type Tab } from '../parts/tabs.tsx'
import { isStaff, roleOf } from '../shell/roles.ts'
import { CommonControl } from './organisation/under-control.tsx'
import { LookAlikes } from './organisation/look-alikes.tsx'
import { Authorities } from './organisation/authorities.tsx'
import { Participations } from './organisation/participations.tsx'
import { Results } from './organisation/results.tsx'
import { ProjectGroups, RequirementGroups } from './round/groups-tab.tsx'
import { ActivityOf, CommentsOf, DocumentsOf } from './shared/about.tsx'
import { ORGANISATION_LISTS } from './shared/organisation-lists.ts'
import { ProjectsOf, RequirementsOf } from './shared/own-lists.tsx'
import { addressOf, NOUNS } from '#contract/nouns'
import { ORGANISATION_PAGES } from '#contract/organisation'
import { OrganisationLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

/** What may be done for it by this name, if anything may. */
const door = ({ actions }: OrganisationView, name: ActionName<'organisation'>) =>
  actions.find(({ id }) => id === name)

const Overview = ({ organisation }: { organisation: OrganisationView }) => {
  const me = useUser().data
  return (
    <div className="page">
      <KeyValues
        facts={[
          ['Contact', organisation.contact],
          [
            'E-mail',
            organisation.email && (
              <a key="email" href={`mailto:${organisation.email}`}>
                {organisation.email}
              </a>
            ),
          ],
          ['Phone', organisation.phone && phoneText(organisation.phone)],
          [
            'Mailing address',
            organisation.mailingAddress && <span className="lines">{organisation.mailingAddress}</span>,
          ],
          ...REGISTERED_NUMBERS.map(
            kind => [REGISTERED_NUMBER_LABELS[kind], organisation[kind] ?? undefined] as const,
          ),
          [
            'Brought by',
            organisation.broughtBy && (
              <OrganisationLink key="agency" type="AGENT" organisation={organisation.broughtBy} />
            ),
          ],
          [
            'Merged into',
            organisation.mergedInto !== null && (
              <OrganisationLink key="into" type={organisation.type} organisation={organisation.mergedInto} />
            ),
          ],
          [
            'Was entered twice as',
            organisation.former.length > 0 &&
              organisation.former.map(one => (
                <OrganisationLink key={one.id} type={organisation.type} organisation={one} />
              )),
          ],
          ['CSV ID', organisation.type === 'PARTICIPANT' ? organisation.csvId : undefined],
          ['Plans for', organisation.lpa?.name],
          [
            'Waiting to be admitted since',
            organisation.admissionAskedAt !== null && (
              <DayText key="asked" day={organisation.admissionAskedAt} time />
            ),
          ],
        ]}
      />
      <CommonControl organisation={organisation} />
      <LookAlikes organisation={organisation} />
      {/* An agent is not told who signs in for its clients. */}
      {(isStaff(roleOf(me)) || me?.organisation?.id === organisation.id) && (
        <Section heading="People">
          {organisation.users.length === 0 ? (
            <EmptyState
              title="Nobody signs in for it yet"
              button={<Door action={door(organisation, 'InviteUser')} />}
            />
          ) : (
            <ul className="plain-list">
              {organisation.users.map(user => (
                <li key={user.id}>
                  <Link to={addressOf('user', { id: user.id })}>{user.displayName}</Link>
                  {!user.isAdmitted && <StatusBadge kind="access" status="Waiting" />}
                  <a href={`mailto:${user.email}`}>{user.email}</a>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
    </div>
  )
}

const tabsFor = (organisation: OrganisationView): Tab[] => {
  const { id, type } = organisation
  const isParticipant = type === 'PARTICIPANT'
  // Nothing that lies under the organisation is the reader's to see.
  const isProfile = organisation.links.activity === undefined
  const all: (Tab | false)[] = [
    { id: 'overview', label: 'Overview', content: () => <Overview organisation={organisation} /> },
    isParticipant && {
      id: 'rounds',
      label: 'Market rounds',
      count: organisation.participations.length,
      content: () => (
        <Participations
          rows={organisation.participations}
          add={door(organisation, 'RegisterAsParticipant')}
        />
      ),
    },
    isParticipant &&
      organisation.results.length > 0 && {
        id: 'results',
        label: 'Results',
        count: organisation.results.length,
        content: () => <Results results={organisation.results} />,
      },
    isParticipant && {
      id: 'projects',
      label: 'Projects',
      content: () => <ProjectsOf supplierId={id} actions={organisation.actions} />,
    },
    isParticipant && {
      id: 'requirements',
      label: 'Requirements',
      content: () => <RequirementsOf buyerId={id} actions={organisation.actions} />,
    },
    isParticipant && {
      id: 'groups',
      label: 'Groups',
      content: () => (
        <div className="grid-2">
          <ProjectGroups of={{ supplierId: id }} />
          <RequirementGroups of={{ buyerId: id }} />
        </div>
      ),
    },
    (isParticipant || type === 'AGENT') && {
      id: 'authorities',
      label: isParticipant ? 'Agents' : isProfile ? 'Acts for you' : 'Clients',
      count: organisation.authorities.length,
      content: () => (
        <Authorities
          rows={organisation.authorities}
          of={isParticipant ? 'agents' : 'clients'}
          add={door(organisation, isParticipant ? 'ProvideAgentAuthority' : 'AddParticipantClient')}
        />
      ),
    },
    !isProfile && {
      id: 'documents',
      label: 'Documents',
      content: () => <DocumentsOf kind="organisation" id={id} />,
    },
    !isProfile && {
      id: 'comments',
      label: 'Comments',
      content: () => <CommentsOf kind="organisation" id={id} actions={organisation.actions} />,
    },
    !isProfile && {
      id: 'activity',
      label: 'Activity',
      content: () => <ActivityOf kind="organisation" id={id} />,
    },
  ]
  return all.filter(tab => tab !== false)
}

/** An organisation: who it is, in which rounds it takes part, and what it has in them. */
export const OrganisationPage = () => {
  const { organisationId, id } = useParams()
  const seesAll = useIsOperator()
  return (
    <PageBoundary query={useResource(NOUNS.organisation, organisationId ?? id)} title="Organisation">
      {data => (
        <Page
          title={data.name}
          subject={data}
          crumbs={[
            seesAll
              ? { name: ORGANISATION_LISTS[data.type], to: ORGANISATION_PAGES[data.type] }
              : { name: 'Home', to: '/' },
            { name: data.name },
          ]}
          subtitle={<span>{ORGANISATION_TYPE_LABELS[data.type]}</span>}
          actions={<ActionBar actions={data.actions} primary={false} />}
        >
          <Tabs label="Parts of the organisation" tabs={tabsFor(data)} />
        </Page>
      )}
    </PageBoundary>
  )
}
