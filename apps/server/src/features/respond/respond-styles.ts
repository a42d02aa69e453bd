/** Large, plain and readable in sunlight and at night; no font, image or script is loaded. */
export const RESPOND_STYLES = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1a1817;--quiet:#56504b;--line:#918a83;--link:#1d4f91;--red:#a31a16;--teal:#0b6464;--amber:#855000}
@media (prefers-color-scheme:dark){:root{--ground:#121110;--ink:#f4f1ee;--quiet:#c0b9b2;--line:#857d76;--link:#9cc2f2;--red:#b8231e;--teal:#0b6464;--amber:#ebba6a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:18px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
main{max-width:640px;margin:0 auto;padding:16px 16px 48px;overflow-wrap:anywhere}
h1{font-size:28px;line-height:1.2;margin:8px 0 16px}
h2{font-size:20px;margin:32px 0 8px}
p{margin:8px 0}
a{color:var(--link)}
.state{font-size:22px;font-weight:650;line-height:1.3;padding:16px;border-radius:8px;color:#fff;margin:0 0 16px}
.open{background:var(--red)}.taken{background:var(--teal)}.closed{background:#56504b}
.practice{border:2px dashed var(--link);color:var(--link)}
.who{font-size:24px;font-weight:650;margin:16px 0 0}
.safe{border:2px solid var(--amber);border-radius:8px;padding:12px;font-weight:650}
.drill{border:2px dashed var(--link);color:var(--link);border-radius:8px;padding:12px;font-weight:650}
.error{border:2px solid var(--red);border-radius:8px;padding:12px;font-weight:650}
.done{border:2px solid var(--teal);border-radius:8px;padding:12px;font-weight:650}
.call,button,summary{display:block;width:100%;min-height:56px;padding:14px 16px;border-radius:8px;border:2px solid var(--line);background:transparent;color:var(--ink);font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
.call{color:var(--link);border-color:var(--link)}
.primary{background:#ff544f;border-color:#ff544f;color:#1b1512}
.actions{display:grid;gap:12px;margin:24px 0}
form{display:grid;gap:8px;margin:0}
details form{margin-top:12px}
label{font-weight:550}
input,select,textarea{width:100%;min-height:48px;padding:10px 12px;border:2px solid var(--line);border-radius:8px;background:var(--ground);color:var(--ink);font:inherit}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.pre{white-space:pre-wrap}
.read{color:var(--quiet);font-size:16px}.read a{display:inline-block;padding:12px 8px}
ul{padding-left:20px;margin:8px 0}
`.trim();
