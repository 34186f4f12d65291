/**
 * What people type into n8n's search, or have an AI search for, when this package is what they need, without
 * knowing its name. Written before the aliases were chosen. The aliases are chosen with every other intent in
 * view, and measured on the rest: so an intent may be added at the end, but neither moved nor taken out.
 */
export interface Intent {
	text: string;
	/** The node that does it. */
	node: 'action' | 'trigger';
}

const action = (text: string): Intent => ({ text, node: 'action' });
const trigger = (text: string): Intent => ({ text, node: 'trigger' });

const INTENTS: Intent[] = [
	action('url shortener'),
	action('shorten a link'),
	action('short url'),
	action('make a long link shorter'),
	action('short links'),
	action('bitly'),
	action('tinyurl'),
	action('rebrandly'),
	action('branded links'),
	action('custom short domain'),
	action('link management'),
	action('vanity url'),
	action('tracking link'),
	action('trackable links for a campaign'),
	action('utm parameters'),
	action('utm builder'),
	action('redirect a url'),
	action('password protected link'),
	action('link that expires'),
	action('shorten urls in bulk'),
	action('dub.co'),
	action('short.io'),
	action('split test a link'),
	action('update the destination of a link'),
	action('qr code'),
	action('generate qr codes'),
	action('create qr codes in bulk'),
	action('qr generator'),
	action('dynamic qr code'),
	action('qr code for every row of a spreadsheet'),
	action('print qr codes for tables'),
	action('qr code with logo'),
	action('barcode'),
	action('restaurant menu qr'),
	action('artistic qr code'),
	action('qr code png'),
	action('svg qr code'),
	trigger('qr code scanned'),
	trigger('when somebody scans a qr code'),
	trigger('qr scan trigger'),
	trigger('scan event'),
	action('count qr scans'),
	trigger('when a link is clicked'),
	trigger('link click trigger'),
	trigger('link clicked'),
	action('click tracking'),
	trigger('notify me when my link is opened'),
	trigger('lead clicked a link'),
	trigger('click webhook'),
	action('wait until a link is clicked'),
	action('link in bio'),
	action('linktree'),
	action('bio page'),
	action('beacons.ai'),
	action('instagram bio link'),
	action('creator page'),
	action('landing page'),
	action('add a button to my bio page'),
	action('newsletter subscribers export'),
	trigger('new subscriber'),
	trigger('new email signup'),
	action('custom domain'),
	trigger('new purchase'),
	trigger('product sold'),
	trigger('digital product sale'),
	trigger('new order from my store'),
	trigger('tip received'),
	trigger('donation received'),
	action('gumroad'),
	trigger('ko-fi tips'),
	trigger('buy me a coffee'),
	trigger('profile viewed'),
	action('link analytics'),
	action('click statistics'),
	action('clicks by country'),
	action('how many clicks did my link get'),
	action('campaign report'),
	action('top referrers'),
	trigger('link expired'),
	action('retargeting pixel'),
	action('facebook pixel'),
	action('marketing campaign'),
	action('splash page'),
	action('call to action overlay'),
	action('share a file with a link'),
	action('affiliate link'),
];

/** Every other intent, to choose aliases by. */
export const tuned = INTENTS.filter((_, index) => index % 2 === 0);

/** The rest, which tells how well those aliases do for people who were not asked. */
export const heldOut = INTENTS.filter((_, index) => index % 2 === 1);
