import { Link, useParams } from 'react-router'
import type { ActionName } from '#actions/index'
import { ORGANISATION_TYPE_LABELS } from '#domain/people/organisation'
import { REGISTERED_NUMBER_LABELS, REGISTERED_NUMBERS } from '#domain/people/registered-numbers'
import { showDay } from '@credit-market/values/dates'
import { ORGANISATION_PAGES, type OrganisationView } from '#contract/people/organisation'
import { pageAddress, NOUNS } from '#contract/nouns/nouns'
import { useResource, useUser } from '../api/api.ts'
import { DayText } from '../parts/values/amounts.tsx'
import { ActionBar, EmptyStateAction } from '../parts/action-bar.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { KeyValues } from '../parts/key-values.tsx'
import { Page } from '../parts/page/page.tsx'
import { phoneText } from '../parts/texts.ts'
import { Section } from '../parts/section.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Tabs, type Tab } from '../parts/tabs.tsx'
import { isStaff, roleOf } from '../shell/roles.ts'
import { CommonControl } from './organisation/under-control.tsx'
import { Authorities } from './organisation/authorities.tsx'
import { Participations } from './organisation/participations.tsx'
import { OrganisationResults } from './organisation/results.tsx'
import { ProjectGroups, RequirementGroups } from './round/groups-tab.tsx'
import { SubjectActivity, SubjectComments, SubjectDocuments } from './shared/about.tsx'
import { ORGANISATION_LIST_TITLES } from './lists/organisation-lists.ts'
import { SupplierProjects, BuyerRequirements } from './lists/own-lists.tsx'
import { OrganisationLink } from './shared/owner-link.tsx'
import { PageBoundary } from './shared/page-boundary.tsx'
import { useIsOperator } from './shared/use-is-operator.ts'
import './shared/pages.css'

/** Possible duplicates of this organisation, with the reasons, for the market operator. */
const LookAlikes = ({ organisation }: { organisation: OrganisationView }) =>
  organisation.lookAlikes.length > 0 && (
    <Section heading="Possible duplicates">
      <ul className="plain-list">
        {organisation.lookAlikes.map(({ id, name, reasons }) => (
          <li key={id}>
            <Link to={pageAddress('organisation', { type: organisation.type, id })}>{name}</Link>
            <span>{reasons.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Section>
  )

/** Available action of this name, if there is one. */
const door = ({ actions }: OrganisationView, name: ActionName<'organisation'>) =>
  actions.find(({ id }) => id === name)

/** Says the VAT number and the days from which each one is valid. */
const vatText = (registrations: OrganisationView['vatRegistrations']): string | undefined =>
  registrations.length === 0
    ? undefined
    : registrations
        .map(({ from, number }) => `${number ?? 'Not registered'} (from ${showDay(from)})`)
        .join(', ')

const Overview = ({ organisation }: { organisation: OrganisationView }) => {
  const me = useUser().data
  return (
    <div className="page">
      <KeyValues
        facts={[
          ['Contact', organisation.contact],
          [
            'Email',
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
          ['VAT', vatText(organisation.vatRegistrations)],
          ['Bank account', organisation.iban?.replaceAll(/(.{4})(?=.)/g, '$1 ')],
          [
            'Self-billing agreed',
            organisation.selfBillingSince !== null && (
              <DayText key="self-billing" day={organisation.selfBillingSince} />
            ),
          ],
          [
            'Added by',
            organisation.broughtBy !== null && (
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
            'Merged from',
            organisation.former.length > 0 &&
              organisation.former.map(one => (
                <OrganisationLink key={one.id} type={organisation.type} organisation={one} />
              )),
          ],
          ['CSV ID', organisation.type === 'PARTICIPANT' ? (organisation.csvId ?? undefined) : undefined],
          ['Planning authority', organisation.lpa?.name],
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
      {/* Agents may not know who signs in for their clients. */}
      {(isStaff(roleOf(me)) || me?.organisation?.id === organisation.id) && (
        <Section heading="People">
          {organisation.users.length === 0 ? (
            <EmptyState
              title="No one can sign in for this organisation yet"
              button={<EmptyStateAction action={door(organisation, 'InviteUser')} />}
            />
          ) : (
            <ul className="plain-list">
              {organisation.users.map(user => (
                <li key={user.id}>
                  <Link to={pageAddress('user', { id: user.id })}>{user.displayName}</Link>
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
  // The reader may see nothing that belongs to the organisation, only its profile.
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
        content: () => <OrganisationResults results={organisation.results} />,
      },
    isParticipant && {
      id: 'projects',
      label: 'Projects',
      content: () => <SupplierProjects supplierId={id} actions={organisation.actions} />,
    },
    isParticipant && {
      id: 'requirements',
      label: 'Requirements',
      content: () => <BuyerRequirements buyerId={id} actions={organisation.actions} />,
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
      content: () => <SubjectDocuments kind="organisation" id={id} />,
    },
    !isProfile && {
      id: 'comments',
      label: 'Comments',
      content: () => <SubjectComments kind="organisation" id={id} actions={organisation.actions} />,
    },
    !isProfile && {
      id: 'activity',
      label: 'Activity',
      content: () => <SubjectActivity kind="organisation" id={id} />,
    },
  ]
  return all.filter(tab => tab !== false)
}

/** Page of an organisation: its details, the rounds in which it takes part, and its records in them. */
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
              ? { name: ORGANISATION_LIST_TITLES[data.type], to: ORGANISATION_PAGES[data.type] }
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
