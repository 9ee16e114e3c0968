<h1>Not found</h1>
<p>There is nothing here. <a href="/">Back to the blog</a></p>
