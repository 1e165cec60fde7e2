import { describePages } from './pages.ts'

describePages('organisations and settings', {
  operator: {
    kept: [
      ...['/participants', '/participants/SU01', '/participants/SU01?tab=rounds'],
      ...['/participants/SU01?tab=results', '/participants/SU01?action=Update', '/results/RD-SOM-0?for=SU01'],
      ...['/agencies', '/agencies/AG01', '/lpas', '/operators', '/possible-doubles'],
      ...['/settings', '/settings/refdata', '/settings/refdata/standards'],
      '/settings/refdata/standards/BsiFlex704',
      '/settings/refdata/declarations?action=CreateDeclaration&subject=declarations',
    ],
    others: [
      '/inbox',
      '/inbox/unreached',
      '/queue',
      '/proposals',
      '/queue?act=requirement.IssueCredits',
      '/overdue',
      '/workbench?part=checks',
      ...['/money', '/money?for=SU01', '/money/rounds/RD-SOM-0', '/money/due'],
      ...['/money/bank', '/invoices/INV-000127', '/money/payment-runs', '/money/payment-runs/payment-run-1'],
      '/money/payment-runs?action=CreatePaymentRun&subject=payment-runs',
      '/markets/MK-SOM?action=SetPaymentSchedule',
      '/settings/brand',
      '/settings/brand?action=ChangeBrand',
      '/settings/lpas',
      '/settings/operators',
    ],
  },
  sysadmin: {
    kept: [],
    others: [
      '/profile',
      '/programs',
      '/users/operator',
      '/users/operator?action=DisableUser',
      '/system?q=operator',
      ...['sessions', 'backups', 'witnesses', 'key', 'log', 'installation', 'reset'].map(
        tab => `/system?tab=${tab}`,
      ),
    ],
  },
})
