/** Remedy for a difference, by the part of the verification that found it. */
export const DIFFERENCE_REMEDIES: Readonly<Record<string, string>> = {
  log: 'Compare the log with a receipt, an entry noted elsewhere or a witness. Restore a backup that passes verification, or explain what happened (npm run explain-fault).',
  rows: 'Find out who wrote to the database, and change its passwords. Restore the row from a backup that passes verification. The change outside an action stays on record.',
  trail: 'Find out who wrote to the database, and restore the status that the log records.',
  registry: 'Stop issuing and redeeming, and restore a backup that passes verification.',
  market: 'Compare the result with the audit that was filed, and restore a backup that passes verification.',
  money:
    'Pay nothing by these books until it is clear who wrote to the database, and restore a backup that passes verification.',
  certificates:
    'Restore the row from a backup that passes verification. Then revoke the certificate and make a new one.',
  land: 'Ask the operator to decide which project gives up the land, and revoke its certification.',
  documents: 'Restore the file with this SHA-256 from a backup (npm run restore into an empty folder).',
}
