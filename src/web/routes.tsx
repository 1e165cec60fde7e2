import { isValidElement } from 'react'
import type { DataRouter, RouteObject } from 'react-router'
import type { UserGroup } from '#domain/user'
import { ErrorPage } from './pages/error.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { fetched } from './shell/chunk.ts'
import { Only, SignedInOnly } from './shell/guards.tsx'
import { Shell } from './shell/shell.tsx'
import { SignIn } from './sign-in/sign-in.ts'

const SignUp = fetched(async () => (await import('./sign-in/sign-up-page.tsx')).SignUpPage)
const ConfirmSignUp = fetched(
  async () => (await import('./sign-in/confirm-sign-up-page.tsx')).ConfirmSignUpPage,
)
const ResetPassword = fetched(
  async () => (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage,
)
const UpdatePassword = fetched(
  async () => (await import('./sign-in/update-password-page.tsx')).UpdatePasswordPage,
)
const NewPassword = fetched(async () => (await import('./sign-in/new-password-page.tsx')).NewPasswordPage)
const CheckTotp = fetched(async () => (await import('./sign-in/check-totp-page.tsx')).CheckTotpPage)
const Invitation = fetched(async () => (await import('./sign-in/invitation-page.tsx')).InvitationPage)
const CompleteInvitation = fetched(
  async () => (await import('./sign-in/complete-invitation-page.tsx')).CompleteInvitationPage,
)
const Home = fetched(async () => (await import('./pages/home.tsx')).HomePage)
const Markets = fetched(async () => (await import('./pages/markets.tsx')).MarketsPage)
const Market = fetched(async () => (await import('./pages/market.tsx')).MarketPage)
const Round = fetched(async () => (await import('./pages/round.tsx')).RoundPage)
const RoundReview = fetched(async () => (await import('./pages/round-review.tsx')).RoundReviewPage)
const Result = fetched(async () => (await import('./pages/result.tsx')).ResultPage)
const Proposals = fetched(async () => (await import('./pages/proposals.tsx')).ProposalsPage)
const Proposal = fetched(async () => (await import('./pages/proposal.tsx')).ProposalPage)
const Participation = fetched(async () => (await import('./pages/participation.tsx')).ParticipationPage)
const Organisations = fetched(async () => (await import('./pages/organisations.tsx')).OrganisationsPage)
const Organisation = fetched(async () => (await import('./pages/organisation.tsx')).OrganisationPage)
const Projects = fetched(async () => (await import('./pages/projects.tsx')).ProjectsPage)
const Project = fetched(async () => (await import('./pages/project.tsx')).ProjectPage)
const Requirements = fetched(async () => (await import('./pages/requirements.tsx')).RequirementsPage)
const Requirement = fetched(async () => (await import('./pages/requirement.tsx')).RequirementPage)
const CheckProject = fetched(async () => (await import('./pages/check-answers.tsx')).CheckProjectPage)
const CheckRequirement = fetched(async () => (await import('./pages/check-answers.tsx')).CheckRequirementPage)
const ProjectRegistered = fetched(async () => (await import('./pages/registered.tsx')).ProjectRegisteredPage)
const RequirementRegistered = fetched(
  async () => (await import('./pages/registered.tsx')).RequirementRegisteredPage,
)
const SearchResults = fetched(async () => (await import('./pages/search.tsx')).SearchPage)
const PossibleDoubles = fetched(
  async () => (await import('./pages/possible-doubles.tsx')).PossibleDoublesPage,
)
const Queue = fetched(async () => (await import('./pages/queue.tsx')).QueuePage)
const Inbox = fetched(async () => (await import('./pages/inbox.tsx')).InboxPage)
const Unreached = fetched(async () => (await import('./pages/unreached.tsx')).UnreachedPage)
const Overdue = fetched(async () => (await import('./pages/overdue.tsx')).OverduePage)
const Workbench = fetched(async () => (await import('./pages/workbench.tsx')).WorkbenchPage)
const BulkAct = fetched(async () => (await import('./pages/bulk-act.tsx')).BulkActPage)
const RegistryProjects = fetched(async () => (await import('./pages/registries.tsx')).RegistryProjectsPage)
const RegistryRequirements = fetched(
  async () => (await import('./pages/registries.tsx')).RegistryRequirementsPage,
)
const Profile = fetched(async () => (await import('./pages/profile.tsx')).ProfilePage)
const Programs = fetched(async () => (await import('./pages/programs.tsx')).ProgramsPage)
const WebhookOf = fetched(async () => (await import('./pages/programs.tsx')).WebhookPage)
const User = fetched(async () => (await import('./pages/user.tsx')).UserPage)
const System = fetched(async () => (await import('./pages/system.tsx')).SystemPage)
const RegistryCredits = fetched(async () => (await import('./pages/registries.tsx')).RegistryCreditsPage)
const RegistryReserve = fetched(async () => (await import('./pages/registries.tsx')).RegistryReservePage)
const RegistryCredit = fetched(async () => (await import('./pages/registry-credit.tsx')).RegistryCreditPage)
const Settings = fetched(async () => (await import('./pages/settings.tsx')).SettingsPage)
const Refdata = fetched(async () => (await import('./pages/refdata.tsx')).RefdataPage)
const RefdataType = fetched(async () => (await import('./pages/refdata-type.tsx')).RefdataTypePage)
const RefdataItem = fetched(async () => (await import('./pages/refdata-item.tsx')).RefdataItemPage)
const BrandSettings = fetched(async () => (await import('./pages/brand.tsx')).BrandPage)
const Group = fetched(async () => (await import('./pages/group.tsx')).GroupPage)

const STAFF: readonly UserGroup[] = ['sysadmin', 'admin']
const SEARCHERS: readonly UserGroup[] = [...STAFF, 'lpa']
const TRADERS: readonly UserGroup[] = [...STAFF, 'participant', 'agent']

/** Staff of the market operator. */
const staffZone: RouteObject[] = [
  { path: 'markets', element: <Markets /> },
  { path: 'markets/:marketId', element: <Market /> },
  { path: 'markets/:marketId/round/:roundId/review', element: <RoundReview /> },
  { path: 'queue', element: <Queue /> },
  { path: 'queue/acts/:bulkId', element: <BulkAct /> },
  { path: 'inbox/unreached', element: <Unreached /> },
  { path: 'participants', element: <Organisations /> },
  { path: 'agencies', element: <Organisations /> },
  { path: 'lpas', element: <Organisations /> },
  { path: 'lpas/:organisationId', element: <Organisation /> },
  { path: 'operators', element: <Organisations /> },
  { path: 'operators/:organisationId', element: <Organisation /> },
  { path: 'registry/projects', element: <RegistryProjects /> },
  { path: 'registry/projects/:id', element: <Project /> },
  { path: 'registry/credit-requirements', element: <RegistryRequirements /> },
  { path: 'registry/credit-requirements/:id', element: <Requirement /> },
  { path: 'registry/reserve', element: <RegistryReserve /> },
  { path: 'possible-doubles', element: <PossibleDoubles /> },
  { path: 'settings', element: <Settings /> },
  { path: 'settings/brand', element: <BrandSettings /> },
  { path: 'settings/refdata', element: <Refdata /> },
  { path: 'settings/refdata/:type', element: <RefdataType /> },
  { path: 'settings/refdata/:type/:id', element: <RefdataItem /> },
  { path: 'settings/lpas', element: <Organisations /> },
  { path: 'settings/operators', element: <Organisations /> },
]

/** Staff, participants and agents: whoever takes part in rounds. */
const tradingZone: RouteObject[] = [
  { path: 'markets/:marketId/round/:roundId', element: <Round /> },
  { path: 'results/:roundId', element: <Result /> },
  { path: 'participants/:organisationId/participation/:participationId', element: <Participation /> },
  { path: 'markets/:marketId/round/:roundId/participation/:participationId', element: <Participation /> },
  { path: 'projects/:id/check', element: <CheckProject /> },
  { path: 'projects/:id/registered', element: <ProjectRegistered /> },
  { path: 'credit-requirements/:id/check', element: <CheckRequirement /> },
  { path: 'credit-requirements/:id/registered', element: <RequirementRegistered /> },
  { path: 'participants/:organisationId', element: <Organisation /> },
  { path: 'agencies/:organisationId', element: <Organisation /> },
  { path: 'project-group/:id', element: <Group /> },
  { path: 'credit-requirement-group/:id', element: <Group /> },
]

/** Everybody signed in, planning authorities too; the server decides what each of them sees. */
const commonZone: RouteObject[] = [
  { path: 'users/:userId', element: <User /> },
  { path: 'proposals', element: <Proposals /> },
  { path: 'proposals/:id', element: <Proposal /> },
  { index: true, element: <Home /> },
  { path: 'profile', element: <Profile /> },
  { path: 'inbox', element: <Inbox /> },
  { path: 'programs', element: <Programs /> },
  { path: 'programs/webhooks/:id', element: <WebhookOf /> },
  { path: 'projects', element: <Projects /> },
  { path: 'projects/:id', element: <Project /> },
  { path: 'credit-requirements', element: <Requirements /> },
  { path: 'credit-requirements/:id', element: <Requirement /> },
]

/** Nobody needs to be signed in for these. */
const publicZone: RouteObject[] = [
  { path: 'login', element: <SignIn /> },
  { path: 'signUp', element: <SignUp /> },
  { path: 'confirmSignUp', element: <ConfirmSignUp /> },
  { path: 'resetPassword', element: <ResetPassword /> },
  { path: 'updatePassword', element: <UpdatePassword /> },
  { path: 'newPassword', element: <NewPassword /> },
  { path: 'checkTOTP', element: <CheckTotp /> },
  { path: 'invitation', element: <Invitation /> },
  { path: 'completeInvitation', element: <CompleteInvitation /> },
]

/** The site map. */
export const SITE_MAP: RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    errorElement: <ErrorPage />,
    children: [
      {
        errorElement: <ErrorPage />,
        children: [
          ...publicZone,
          {
            element: <SignedInOnly />,
            children: [
              ...commonZone,
              {
                element: <Only roles={TRADERS} whose="those who take part in market rounds" />,
                children: tradingZone,
              },
              { element: <Only roles={STAFF} whose="the market operator’s staff" />, children: staffZone },
              {
                element: <Only roles={['sysadmin']} whose="the system’s administrators" />,
                children: [{ path: 'system', element: <System /> }],
              },
              {
                element: (
                  <Only roles={SEARCHERS} whose="the market operator’s staff and planning authorities" />
                ),
                children: [
                  { path: 'search/:term?', element: <SearchResults /> },
                  { path: 'overdue', element: <Overdue /> },
                  { path: 'workbench', element: <Workbench /> },
                  { path: 'registry/credits', element: <RegistryCredits /> },
                  { path: 'registry/credits/:id', element: <RegistryCredit /> },
                ],
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]

const isFetched = (type: unknown): type is ReturnType<typeof fetched> =>
  typeof type === 'function' && 'fetchNow' in type

/** Fetches what draws the page that a router is at; where that fails, showing the page says so. */
export const fetchPage = async (router: DataRouter): Promise<void> => {
  const { element } = router.state.matches.at(-1)?.route ?? {}
  if (!isValidElement(element) || !isFetched(element.type)) return
  await element.type.fetchNow().catch(() => undefined)
}
