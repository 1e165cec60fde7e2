import { isValidElement } from 'react'
import type { DataRouter, RouteObject } from 'react-router'
import type { UserGroup } from '#domain/people/user'
import { ErrorPage, NotFoundPage } from './pages/error.tsx'
import { lazyComponent } from './parts/chunk.ts'
import { RoleGuard, SignInGuard } from './shell/guards.tsx'
import { Shell } from './shell/shell.tsx'
import { SignIn } from './sign-in/sign-in.ts'

const SignUp = lazyComponent(async () => (await import('./sign-in/sign-up-page.tsx')).SignUpPage)
const ConfirmSignUp = lazyComponent(
  async () => (await import('./sign-in/confirm-sign-up-page.tsx')).ConfirmSignUpPage,
)
const ResetPassword = lazyComponent(
  async () => (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage,
)
const UpdatePassword = lazyComponent(
  async () => (await import('./sign-in/update-password-page.tsx')).UpdatePasswordPage,
)
const NewPassword = lazyComponent(
  async () => (await import('./sign-in/new-password-page.tsx')).NewPasswordPage,
)
const CheckTotp = lazyComponent(async () => (await import('./sign-in/check-totp-page.tsx')).CheckTotpPage)
const Invitation = lazyComponent(async () => (await import('./sign-in/invitation-page.tsx')).InvitationPage)
const CompleteInvitation = lazyComponent(
  async () => (await import('./sign-in/complete-invitation-page.tsx')).CompleteInvitationPage,
)
const Home = lazyComponent(async () => (await import('./pages/home.tsx')).HomePage)
const Markets = lazyComponent(async () => (await import('./pages/markets.tsx')).MarketsPage)
const Market = lazyComponent(async () => (await import('./pages/market.tsx')).MarketPage)
const Round = lazyComponent(async () => (await import('./pages/round.tsx')).RoundPage)
const RoundReview = lazyComponent(async () => (await import('./pages/round-review.tsx')).RoundReviewPage)
const Result = lazyComponent(async () => (await import('./pages/result.tsx')).ResultPage)
const Money = lazyComponent(async () => (await import('./pages/money/money.tsx')).MoneyPage)
const Invoices = lazyComponent(async () => (await import('./pages/money/invoices.tsx')).InvoicesPage)
const Invoice = lazyComponent(async () => (await import('./pages/money/invoice.tsx')).InvoicePage)
const BankLines = lazyComponent(async () => (await import('./pages/money/bank-lines.tsx')).BankLinesPage)
const PaymentRuns = lazyComponent(
  async () => (await import('./pages/money/payment-runs.tsx')).PaymentRunsPage,
)
const PaymentRun = lazyComponent(async () => (await import('./pages/money/payment-run.tsx')).PaymentRunPage)
const AmountsDue = lazyComponent(
  async () => (await import('./pages/money/due/amounts-due.tsx')).AmountsDuePage,
)
const BankLine = lazyComponent(async () => (await import('./pages/money/bank-line.tsx')).BankLinePage)
const RoundBooks = lazyComponent(async () => (await import('./pages/money/round-books.tsx')).RoundBooksPage)
const Cases = lazyComponent(async () => (await import('./pages/cases/cases.tsx')).CasesPage)
const Case = lazyComponent(async () => (await import('./pages/cases/case.tsx')).CasePage)
const Question = lazyComponent(async () => (await import('./pages/questions/question.tsx')).QuestionPage)
const Proposals = lazyComponent(async () => (await import('./pages/proposals.tsx')).ProposalsPage)
const Proposal = lazyComponent(async () => (await import('./pages/proposal.tsx')).ProposalPage)
const Participation = lazyComponent(async () => (await import('./pages/participation.tsx')).ParticipationPage)
const Organisations = lazyComponent(async () => (await import('./pages/organisations.tsx')).OrganisationsPage)
const Organisation = lazyComponent(async () => (await import('./pages/organisation.tsx')).OrganisationPage)
const Projects = lazyComponent(async () => (await import('./pages/projects.tsx')).ProjectsPage)
const Project = lazyComponent(async () => (await import('./pages/project.tsx')).ProjectPage)
const Requirements = lazyComponent(async () => (await import('./pages/requirements.tsx')).RequirementsPage)
const Requirement = lazyComponent(async () => (await import('./pages/requirement.tsx')).RequirementPage)
const CheckProject = lazyComponent(async () => (await import('./pages/check-answers.tsx')).CheckProjectPage)
const CheckRequirement = lazyComponent(
  async () => (await import('./pages/check-answers.tsx')).CheckRequirementPage,
)
const ProjectRegistered = lazyComponent(
  async () => (await import('./pages/registered.tsx')).ProjectRegisteredPage,
)
const RequirementRegistered = lazyComponent(
  async () => (await import('./pages/registered.tsx')).RequirementRegisteredPage,
)
const SearchResults = lazyComponent(async () => (await import('./pages/search.tsx')).SearchPage)
const PossibleDoubles = lazyComponent(
  async () => (await import('./pages/possible-doubles.tsx')).PossibleDuplicatesPage,
)
const Queue = lazyComponent(async () => (await import('./pages/queue.tsx')).QueuePage)
const Inbox = lazyComponent(async () => (await import('./pages/inbox.tsx')).InboxPage)
const Unreached = lazyComponent(async () => (await import('./pages/unreached.tsx')).UndeliveredPage)
const Overdue = lazyComponent(async () => (await import('./pages/overdue.tsx')).OverduePage)
const Coverage = lazyComponent(async () => (await import('./pages/workbench/coverage-page.tsx')).CoveragePage)
const AreaInterest = lazyComponent(async () => (await import('./pages/area-interest.tsx')).AreaInterestPage)
const Workbench = lazyComponent(async () => (await import('./pages/workbench.tsx')).WorkbenchPage)
const BulkAct = lazyComponent(async () => (await import('./pages/bulk-act.tsx')).BulkActPage)
const RegistryProjects = lazyComponent(
  async () => (await import('./pages/registries.tsx')).RegistryProjectsPage,
)
const RegistryRequirements = lazyComponent(
  async () => (await import('./pages/registries.tsx')).RegistryRequirementsPage,
)
const Profile = lazyComponent(async () => (await import('./pages/profile.tsx')).ProfilePage)
const Programs = lazyComponent(async () => (await import('./pages/programs.tsx')).ProgramsPage)
const WebhookOf = lazyComponent(async () => (await import('./pages/programs.tsx')).WebhookPage)
const User = lazyComponent(async () => (await import('./pages/user.tsx')).UserPage)
const System = lazyComponent(async () => (await import('./pages/system.tsx')).SystemPage)
const RegistryCredits = lazyComponent(
  async () => (await import('./pages/registries.tsx')).RegistryCreditsPage,
)
const RegistryReserve = lazyComponent(
  async () => (await import('./pages/registries.tsx')).RegistryReservePage,
)
const RegistryCredit = lazyComponent(
  async () => (await import('./pages/registry-credit.tsx')).RegistryCreditPage,
)
const Settings = lazyComponent(async () => (await import('./pages/settings.tsx')).SettingsPage)
const Refdata = lazyComponent(async () => (await import('./pages/refdata.tsx')).RefdataPage)
const RefdataType = lazyComponent(async () => (await import('./pages/refdata-type.tsx')).RefdataTypePage)
const RefdataItem = lazyComponent(async () => (await import('./pages/refdata-item.tsx')).RefdataItemPage)
const BrandSettings = lazyComponent(async () => (await import('./pages/brand.tsx')).BrandPage)
const Group = lazyComponent(async () => (await import('./pages/group.tsx')).GroupPage)

const STAFF: readonly UserGroup[] = ['sysadmin', 'admin']
const SEARCHERS: readonly UserGroup[] = [...STAFF, 'lpa']
const TRADERS: readonly UserGroup[] = [...STAFF, 'participant', 'agent']

/** Pages for staff of the market operator. */
const staffZone: RouteObject[] = [
  { path: 'markets', element: <Markets /> },
  { path: 'markets/:marketId', element: <Market /> },
  { path: 'markets/:marketId/round/:roundId/review', element: <RoundReview /> },
  { path: 'queue', element: <Queue /> },
  { path: 'money/rounds/:roundId', element: <RoundBooks /> },
  { path: 'money/bank', element: <BankLines /> },
  { path: 'money/bank/:id', element: <BankLine /> },
  { path: 'money/due', element: <AmountsDue /> },
  { path: 'money/payment-runs', element: <PaymentRuns /> },
  { path: 'money/payment-runs/:id', element: <PaymentRun /> },
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
  { path: 'interest', element: <AreaInterest /> },
  { path: 'settings', element: <Settings /> },
  { path: 'settings/brand', element: <BrandSettings /> },
  { path: 'settings/refdata', element: <Refdata /> },
  { path: 'settings/refdata/:type', element: <RefdataType /> },
  { path: 'settings/refdata/:type/:id', element: <RefdataItem /> },
  { path: 'settings/lpas', element: <Organisations /> },
  { path: 'settings/operators', element: <Organisations /> },
]

/** Pages for everyone who takes part in rounds: staff, participants and agents. */
const tradingZone: RouteObject[] = [
  { path: 'markets/:marketId/round/:roundId', element: <Round /> },
  { path: 'results/:roundId', element: <Result /> },
  { path: 'money', element: <Money /> },
  { path: 'invoices', element: <Invoices /> },
  { path: 'invoices/:id', element: <Invoice /> },
  { path: 'participants/:organisationId/participation/:participationId', element: <Participation /> },
  { path: 'markets/:marketId/round/:roundId/participation/:participationId', element: <Participation /> },
  { path: 'projects/:id/check', element: <CheckProject /> },
  { path: 'projects/:id/registered', element: <ProjectRegistered /> },
  { path: 'credit-requirements/:id/check', element: <CheckRequirement /> },
  { path: 'credit-requirements/:id/registered', element: <RequirementRegistered /> },
  { path: 'participants/:organisationId', element: <Organisation /> },
  { path: 'agencies/:organisationId', element: <Organisation /> },
  { path: 'queue/acts/:bulkId', element: <BulkAct /> },
  { path: 'project-group/:id', element: <Group /> },
  { path: 'credit-requirement-group/:id', element: <Group /> },
]

/** Pages for everyone signed in, planning authorities included; the server decides what each of them sees. */
const commonZone: RouteObject[] = [
  { path: 'users/:userId', element: <User /> },
  { path: 'cases', element: <Cases /> },
  { path: 'case/:id', element: <Case /> },
  { path: 'questions/:id', element: <Question /> },
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

/** Pages that need no sign-in. */
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

/** Routes of the application. */
export const ROUTES: RouteObject[] = [
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
            element: <SignInGuard />,
            children: [
              ...commonZone,
              {
                element: <RoleGuard roles={TRADERS} whose="those who take part in market rounds" />,
                children: tradingZone,
              },
              {
                element: <RoleGuard roles={STAFF} whose="the market operator’s staff" />,
                children: staffZone,
              },
              {
                element: <RoleGuard roles={['sysadmin']} whose="the system’s administrators" />,
                children: [{ path: 'system', element: <System /> }],
              },
              {
                element: (
                  <RoleGuard roles={SEARCHERS} whose="the market operator’s staff and planning authorities" />
                ),
                children: [
                  { path: 'search/:term?', element: <SearchResults /> },
                  { path: 'coverage', element: <Coverage /> },
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

const isFetched = (type: unknown): type is ReturnType<typeof lazyComponent> =>
  typeof type === 'function' && 'fetchNow' in type

/**
 * Loads the code of the router's current page. Errors are ignored here, because showing the page reports
 * them.
 */
export const loadCurrentPage = async (router: DataRouter): Promise<void> => {
  const { element } = router.state.matches.at(-1)?.route ?? {}
  if (!isValidElement(element) || !isFetched(element.type)) return
  await element.type.fetchNow().catch(() => undefined)
}
