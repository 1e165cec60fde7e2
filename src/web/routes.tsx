import { lazy } from 'react'
import { createBrowserRouter, type RouteObject } from 'react-router'
import type { UserGroup } from '#domain/user'
import { ErrorPage } from './pages/error.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { chunk } from './shell/chunk.ts'
import { Only, SignedInOnly } from './shell/guards.tsx'
import { Shell } from './shell/shell.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

type Lazily = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/** A page that is fetched when first visited. */
const page = <C extends Lazily>(fetchPage: () => Promise<C>) =>
  lazy<C>(async () => ({ default: await chunk(fetchPage) }))

const SignUp = page(async () => (await import('./sign-in/sign-up-page.tsx')).SignUpPage)
const ConfirmSignUp = page(async () => (await import('./sign-in/confirm-sign-up-page.tsx')).ConfirmSignUpPage)
const ResetPassword = page(async () => (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage)
const UpdatePassword = page(
  async () => (await import('./sign-in/update-password-page.tsx')).UpdatePasswordPage,
)
const NewPassword = page(async () => (await import('./sign-in/new-password-page.tsx')).NewPasswordPage)
const CheckTotp = page(async () => (await import('./sign-in/check-totp-page.tsx')).CheckTotpPage)
const Invitation = page(async () => (await import('./sign-in/invitation-page.tsx')).InvitationPage)
const CompleteInvitation = page(
  async () => (await import('./sign-in/complete-invitation-page.tsx')).CompleteInvitationPage,
)
const Home = page(async () => (await import('./pages/home.tsx')).HomePage)
const Markets = page(async () => (await import('./pages/markets.tsx')).MarketsPage)
const Market = page(async () => (await import('./pages/market.tsx')).MarketPage)
const Round = page(async () => (await import('./pages/round.tsx')).RoundPage)
const RoundReview = page(async () => (await import('./pages/round-review.tsx')).RoundReviewPage)
const Participation = page(async () => (await import('./pages/participation.tsx')).ParticipationPage)
const Organisations = page(async () => (await import('./pages/organisations.tsx')).OrganisationsPage)
const Organisation = page(async () => (await import('./pages/organisation.tsx')).OrganisationPage)
const Projects = page(async () => (await import('./pages/projects.tsx')).ProjectsPage)
const Project = page(async () => (await import('./pages/project.tsx')).ProjectPage)
const Requirements = page(async () => (await import('./pages/requirements.tsx')).RequirementsPage)
const Requirement = page(async () => (await import('./pages/requirement.tsx')).RequirementPage)
const SearchResults = page(async () => (await import('./pages/search.tsx')).SearchPage)
const RegistryProjects = page(async () => (await import('./pages/registries.tsx')).RegistryProjectsPage)
const RegistryRequirements = page(
  async () => (await import('./pages/registries.tsx')).RegistryRequirementsPage,
)
const Profile = page(async () => (await import('./pages/profile.tsx')).ProfilePage)
const User = page(async () => (await import('./pages/user.tsx')).UserPage)
const System = page(async () => (await import('./pages/system.tsx')).SystemPage)
const RegistryCredits = page(async () => (await import('./pages/registries.tsx')).RegistryCreditsPage)
const RegistryReserve = page(async () => (await import('./pages/registries.tsx')).RegistryReservePage)
const RegistryCredit = page(async () => (await import('./pages/registry-credit.tsx')).RegistryCreditPage)
const Settings = page(async () => (await import('./pages/settings.tsx')).SettingsPage)
const Refdata = page(async () => (await import('./pages/refdata.tsx')).RefdataPage)
const RefdataType = page(async () => (await import('./pages/refdata-type.tsx')).RefdataTypePage)
const RefdataItem = page(async () => (await import('./pages/refdata-item.tsx')).RefdataItemPage)
const Group = page(async () => (await import('./pages/group.tsx')).GroupPage)

const STAFF: readonly UserGroup[] = ['sysadmin', 'admin']
const SEARCHERS: readonly UserGroup[] = [...STAFF, 'lpa']
const TRADERS: readonly UserGroup[] = [...STAFF, 'participant', 'agent']

/** Staff of the market operator. */
const staffZone: RouteObject[] = [
  { path: 'markets', element: <Markets /> },
  { path: 'markets/:marketId', element: <Market /> },
  { path: 'markets/:marketId/round/:roundId/review', element: <RoundReview /> },
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
  { path: 'registry/credits', element: <RegistryCredits /> },
  { path: 'registry/credits/:id', element: <RegistryCredit /> },
  { path: 'registry/reserve', element: <RegistryReserve /> },
  { path: 'users/:userId', element: <User /> },
  { path: 'settings', element: <Settings /> },
  { path: 'settings/refdata', element: <Refdata /> },
  { path: 'settings/refdata/:type', element: <RefdataType /> },
  { path: 'settings/refdata/:type/:id', element: <RefdataItem /> },
  { path: 'settings/lpas', element: <Organisations /> },
  { path: 'settings/operators', element: <Organisations /> },
]

/** Staff, participants and agents: whoever takes part in rounds. */
const tradingZone: RouteObject[] = [
  { path: 'markets/:marketId/round/:roundId', element: <Round /> },
  { path: 'participants/:organisationId/participation/:participationId', element: <Participation /> },
  { path: 'markets/:marketId/round/:roundId/participation/:participationId', element: <Participation /> },
  { path: 'participants/:organisationId', element: <Organisation /> },
  { path: 'agencies/:organisationId', element: <Organisation /> },
  { path: 'project-group/:id', element: <Group /> },
  { path: 'credit-requirement-group/:id', element: <Group /> },
]

/** Everybody signed in, planning authorities too; the server decides what each of them sees. */
const commonZone: RouteObject[] = [
  { index: true, element: <Home /> },
  { path: 'profile', element: <Profile /> },
  { path: 'projects', element: <Projects /> },
  { path: 'projects/:id', element: <Project /> },
  { path: 'credit-requirements', element: <Requirements /> },
  { path: 'credit-requirements/:id', element: <Requirement /> },
]

/** Nobody needs to be signed in for these. */
const publicZone: RouteObject[] = [
  { path: 'login', element: <SignInPage /> },
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
export const router = createBrowserRouter([
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
              { element: <Only roles={TRADERS} />, children: tradingZone },
              { element: <Only roles={STAFF} />, children: staffZone },
              { element: <Only roles={['sysadmin']} />, children: [{ path: 'system', element: <System /> }] },
              {
                element: <Only roles={SEARCHERS} />,
                children: [{ path: 'search/:term?', element: <SearchResults /> }],
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
])
