"""The benchmark's job with pynytimes and sqlite-utils: 1,000 articles in pages of ten, into a store with full text."""

import datetime
import sys
import time
import warnings

import sqlite_utils
from pynytimes import NYTAPI

# The client pauses between requests for the real API's sake; the sandbox has no limits.
time.sleep = lambda seconds: None
warnings.simplefilter("ignore")

base, store = sys.argv[1:3]
client = NYTAPI("any", parse_dates=True)
send = client.session.request


def request(method, url, **options):
    """Asks the sandbox in place of the real API."""
    return send(method, url.replace("https://api.nytimes.com", base), **options)


client.session.request = request
articles = client.article_search(
    query="sandbox", results=1000,
    dates={"begin": datetime.datetime(2015, 7, 1), "end": datetime.datetime(2015, 7, 31)})
assert len(articles) == 1000, len(articles)
database = sqlite_utils.Database(store)
table = database["articles"]
table.insert_all(
    ({
        "id": article["_id"], "url": article.get("web_url"), "headline": (article.get("headline") or {}).get("main"),
        "abstract": article.get("abstract"), "lead_paragraph": article.get("lead_paragraph"),
        "byline": (article.get("byline") or {}).get("original"), "published_at": article["pub_date"].isoformat(),
        "section": article.get("section_name"), "word_count": article.get("word_count"),
        "keywords": [keyword["value"] for keyword in article.get("keywords") or []],
    } for article in articles), pk="id", replace=True)
table.enable_fts(["headline", "abstract", "lead_paragraph", "byline"])
