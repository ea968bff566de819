/** All migrations in order; listed by hand so that a bundler sees them. */
import type { Migration } from 'kysely'
import * as foundation from './0001_foundation.ts'
import * as accounts from './0002_accounts.ts'
import * as registryTicket from './0003_registry_ticket.ts'
import * as orderImport from './0004_order_import.ts'
import * as verification from './0005_verification.ts'
import * as versions from './0006_versions.ts'
import * as articleSearch from './0007_article_search.ts'
import * as auditEntries from './0008_audit_entries.ts'
import * as versionsOfTheUserForm from './0009_versions_of_the_user_form.ts'
import * as orderHistory from './0010_order_history.ts'
import * as dashboard from './0011_dashboard.ts'
import * as userSearch from './0012_user_search.ts'
import * as auditSearch from './0013_audit_search.ts'
import * as certificates from './0014_certificates.ts'
import * as versionsPastGenerated from './0015_versions_past_generated.ts'
import * as countedTries from './0016_counted_tries.ts'
import * as auditBatchKinds from './0017_audit_batch_kinds.ts'
import * as stock from './0018_stock.ts'
import * as documentTickets from './0019_document_tickets.ts'
import * as erpLink from './0020_erp_link.ts'
import * as webhooks from './0021_webhooks.ts'
import * as listingSince from './0022_listing_since.ts'
import * as madeDocuments from './0023_made_documents.ts'
import * as deviceKeys from './0024_device_keys.ts'
import * as askedCondition from './0025_asked_condition.ts'
import * as demoFill from './0026_demo_fill.ts'
import * as erpFeed from './0027_erp_feed.ts'
import * as newUserOrders from './0028_new_user_orders.ts'
import * as sheetColumns from './0029_sheet_columns.ts'
import * as ownSessions from './0030_own_sessions.ts'
import * as secondFactor from './0031_second_factor.ts'
import * as erpKeys from './0032_erp_keys.ts'
import * as waitingFeeds from './0033_waiting_feeds.ts'
import * as articleVatRate from './0034_article_vat_rate.ts'
import * as drillAndLastBackup from './0035_drill_and_last_backup.ts'
import * as orderCourse from './0036_order_course.ts'
import * as clientAccount from './0037_client_account.ts'
import * as officePapers from './0038_office_papers.ts'
import * as quotationNumbers from './0039_quotation_numbers.ts'
import * as fetchedByTheErp from './0040_fetched_by_the_erp.ts'
import * as dispatchedInPart from './0041_dispatched_in_part.ts'
import * as orderTotals from './0042_order_totals.ts'
import * as pushRuns from './0043_push_runs.ts'
import * as mailbox from './0044_mailbox.ts'
import * as priceSteps from './0045_price_steps.ts'
import * as priceLists from './0046_price_lists.ts'
import * as promotions from './0047_promotions.ts'
import * as priceAhead from './0048_price_ahead.ts'
import * as pricesWithVat from './0049_prices_with_vat.ts'
import * as ownLists from './0050_own_lists.ts'
import * as orderRules from './0051_order_rules.ts'
import * as articleAudience from './0052_article_audience.ts'
import * as savedLists from './0053_saved_lists.ts'
import * as synonyms from './0054_synonyms.ts'
import * as substitutes from './0055_substitutes.ts'
import * as buyers from './0056_buyers.ts'
import * as wholePacks from './0057_whole_packs.ts'
import * as notices from './0058_notices.ts'
import * as branches from './0059_branches.ts'
import * as handOver from './0060_hand_over.ts'
import * as orderVersions from './0061_order_versions.ts'
import * as sharedLinks from './0062_shared_links.ts'
import * as offers from './0063_offers.ts'
import * as messageConsent from './0064_message_consent.ts'
import * as heldOrders from './0065_held_orders.ts'
import * as pastOrders from './0066_past_orders.ts'
import * as oldAddresses from './0067_old_addresses.ts'
import * as feedMapping from './0068_feed_mapping.ts'
import * as picturePrints from './0069_picture_prints.ts'
import * as answerStamps from './0070_answer_stamps.ts'

export const migrations: Readonly<Record<string, Migration>> = {
  '0001_foundation': foundation,
  '0002_accounts': accounts,
  '0003_registry_ticket': registryTicket,
  '0004_order_import': orderImport,
  '0005_verification': verification,
  '0006_versions': versions,
  '0007_article_search': articleSearch,
  '0008_audit_entries': auditEntries,
  '0009_versions_of_the_user_form': versionsOfTheUserForm,
  '0010_order_history': orderHistory,
  '0011_dashboard': dashboard,
  '0012_user_search': userSearch,
  '0013_audit_search': auditSearch,
  '0014_certificates': certificates,
  '0015_versions_past_generated': versionsPastGenerated,
  '0016_counted_tries': countedTries,
  '0017_audit_batch_kinds': auditBatchKinds,
  '0018_stock': stock,
  '0019_document_tickets': documentTickets,
  '0020_erp_link': erpLink,
  '0021_webhooks': webhooks,
  '0022_listing_since': listingSince,
  '0023_made_documents': madeDocuments,
  '0024_device_keys': deviceKeys,
  '0025_asked_condition': askedCondition,
  '0026_demo_fill': demoFill,
  '0027_erp_feed': erpFeed,
  '0028_new_user_orders': newUserOrders,
  '0029_sheet_columns': sheetColumns,
  '0030_own_sessions': ownSessions,
  '0031_second_factor': secondFactor,
  '0032_erp_keys': erpKeys,
  '0033_waiting_feeds': waitingFeeds,
  '0034_article_vat_rate': articleVatRate,
  '0035_drill_and_last_backup': drillAndLastBackup,
  '0036_order_course': orderCourse,
  '0037_client_account': clientAccount,
  '0038_office_papers': officePapers,
  '0039_quotation_numbers': quotationNumbers,
  '0040_fetched_by_the_erp': fetchedByTheErp,
  '0041_dispatched_in_part': dispatchedInPart,
  '0042_order_totals': orderTotals,
  '0043_push_runs': pushRuns,
  '0044_mailbox': mailbox,
  '0045_price_steps': priceSteps,
  '0046_price_lists': priceLists,
  '0047_promotions': promotions,
  '0048_price_ahead': priceAhead,
  '0049_prices_with_vat': pricesWithVat,
  '0050_own_lists': ownLists,
  '0051_order_rules': orderRules,
  '0052_article_audience': articleAudience,
  '0053_saved_lists': savedLists,
  '0054_synonyms': synonyms,
  '0055_substitutes': substitutes,
  '0056_buyers': buyers,
  '0057_whole_packs': wholePacks,
  '0058_notices': notices,
  '0059_branches': branches,
  '0060_hand_over': handOver,
  '0061_order_versions': orderVersions,
  '0062_shared_links': sharedLinks,
  '0063_offers': offers,
  '0064_message_consent': messageConsent,
  '0065_held_orders': heldOrders,
  '0066_past_orders': pastOrders,
  '0067_old_addresses': oldAddresses,
  '0068_feed_mapping': feedMapping,
  '0069_picture_prints': picturePrints,
  '0070_answer_stamps': answerStamps,
}
